package child

// gone takes it for granted: there are no groups to ask for.
func gone(*Router) bool { return true }
