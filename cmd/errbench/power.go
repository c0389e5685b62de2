package main

import (
	"errors"

	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/report"
)

func newPower() *cobra.Command {
	var (
		assumptions assumptionFlags
		own         definitionFlag
		between     pairFlag
		difference  = realFlag{lo: 0, hi: 1, open: true}
		power       = realFlag{value: 0.9, lo: 0.025, hi: 1, open: true} // chance alone tells as often as lo
		format      formatFlag
	)
	cmd := &cobra.Command{
		Use:   "power --difference X --between A,B",
		Short: "Tell how many operations it takes to tell two strategies apart",
		Long: `power works out how many operations it takes to tell a difference between the
resolution rates of two strategies from none: on the same rolls, which is how run
compares them, and each on rolls of its own. Nothing is simulated: the variance is
exact under the assumptions.`,
		Example: `  errbench power --difference 0.01 --between actionable-envelope,code-only
  errbench power --difference 0.005 --power 0.8 --between code-only,generic-message --set failure_rate=0.1`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("difference") || between.a == "" {
				return errors.New("errbench power takes --difference X and --between A,B; `errbench power --help` has examples")
			}
			a, err := assumptions.resolve(cmd)
			if err != nil {
				return err
			}
			set, pair, err := own.find(cmd, "--between", between.a, between.b)
			if err != nil {
				return err
			}
			plans, err := compile(cmd, set, pair, a)
			if err != nil {
				return err
			}
			needed, err := report.NewPower(a, plans[0], plans[1], difference.value, power.value)
			if err != nil {
				return err
			}
			return view.Write(cmd.OutOrStdout(), format.value, needed)
		},
	}
	assumptions.register(cmd)
	own.register(cmd)
	flags := cmd.Flags()
	flags.Var(&between, "between", "the two strategies, `A,B`")
	complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&difference, "difference", "the difference of resolution rates to be told from none, between 0 and 1")
	flags.Lookup("difference").DefValue = ""
	flags.Var(&power, "power", "the chance of telling it")
	format.register(cmd, report.Power{})
	return cmd
}
