package child

// gone takes it for granted: there are no groups to ask for.
func gone(*Process) bool { return true }
