package stat

const (
	// SmallVariance is the variance of a count below which its distribution is not
	// near the normal one: the rule for n*p*(1-p) of a binomial count. The variance of
	// a difference counts n as the harmonic 1/(1/n1 + 1/n2).
	SmallVariance = 10
	// FewRuns is the number of runs below which an interval over runs is unreliable. It
	// is our choice, between the 5 and the 60 runs that docs/statistics.md measures.
	FewRuns = 20
	// SmallCount is the number of operations that must be expected on either side, to be
	// resolved and not to be, for a Wilson interval to have a coverage of 94 to 96 %.
	SmallCount = 50
)
