package strategy

// Router picks the next action. It must answer the same question the same way
// every time: it is asked once and its answer is used for every operation.
type Router interface {
	// Name is what summaries call the router.
	Name() string
	Route(Question) (Answer, error)
}

// Func returns a router that answers with a function, under the same duty, and
// delays nothing.
func Func(name string, route func(Question) Action) Router { return function{name, route} }

type function struct {
	name  string
	route func(Question) Action
}

// Name implements Router.
func (f function) Name() string { return f.name }

// Route implements Router.
func (f function) Route(q Question) (Answer, error) { return Answer{Action: f.route(q)}, nil }
