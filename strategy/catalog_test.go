package strategy_test

import (
	"errbench/strategy"
	"errbench/strategy/catalog"
)

var _ = strategy.SetBuiltin(catalog.Builtin())
