package scenario

import "fmt"

// Distortion is how the report of an operation departs from the truth. The zero value is
// an honest report.
type Distortion uint8

// The distortions. Each operation has at most one.
const (
	Honest Distortion = iota

	// The code of another class is shown.
	ShownAsTransient
	ShownAsValidation
	ShownAsPermission
	ShownAsNotFound

	AllRetryable         // a retry is said to help, whatever the failure
	NoneRetryable        // a retry is said not to help, whatever the failure
	MisleadingSuggestion // the suggestion does not repair the call
	MissingField         // the failing field is not named
	MissingTraceID       // there is no trace id
	ShortWait            // the wait is shorter than what helps
	LongWait             // the wait is longer than what helps
	FailureAsSuccess     // no failure is reported

	// SuccessAsFailure: a call that succeeded is reported as a failure. No other
	// distortion applies to an operation that does not fail.
	SuccessAsFailure
)

// numFailureDistortions is the number of distortions of a failure: ShownAsTransient to
// FailureAsSuccess.
const numFailureDistortions = int(FailureAsSuccess)

// NumDistortions is the number of distortions, Honest included:
// 0 <= Distortion < NumDistortions.
const NumDistortions = int(SuccessAsFailure) + 1

var distortionNames = [NumDistortions]string{
	"honest",
	"shown_as_transient", "shown_as_validation", "shown_as_permission", "shown_as_not_found",
	"all_retryable", "none_retryable", "misleading_suggestion", "missing_field", "missing_trace_id",
	"short_wait", "long_wait", "failure_as_success", "success_as_failure",
}

// String returns the name that JSON uses.
func (d Distortion) String() string {
	if int(d) < len(distortionNames) {
		return distortionNames[d]
	}
	return fmt.Sprintf("Distortion(%d)", uint8(d))
}

// MarshalText implements [encoding.TextMarshaler].
func (d Distortion) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Shown returns the class whose code is shown instead of the true one; false if the true
// code is shown.
func (d Distortion) Shown() (Class, bool) {
	if d < ShownAsTransient || d > ShownAsNotFound {
		return 0, false
	}
	return Class(d - ShownAsTransient), true
}

// Distortions is how often reports are distorted. SuccessAsFailure is a share of the
// successful operations. All other rates are shares of the failures, of one class or of
// every class. The rates of a class add up to at most 1, since one roll decides between
// them; the rest of its failures is reported honestly.
type Distortions struct {
	WrongCode            WrongCode `json:"wrong_code" jsonschema:"shares of the failures of one class that show the code of another class"`
	AllRetryable         float64   `json:"all_retryable"`
	NoneRetryable        float64   `json:"none_retryable"`
	MisleadingSuggestion float64   `json:"misleading_suggestion"`
	MissingField         float64   `json:"missing_field"`
	MissingTraceID       float64   `json:"missing_trace_id"`
	ShortWait            float64   `json:"short_wait"`
	LongWait             float64   `json:"long_wait"`
	FailureAsSuccess     float64   `json:"failure_as_success"`
	SuccessAsFailure     float64   `json:"success_as_failure"` // of the operations that do not fail
}

// WrongCode holds, for each class (the first key), the shares of its failures that show
// the code of another class (the second key).
type WrongCode struct {
	Transient  WrongTransient  `json:"transient" jsonschema:"shares of the transient failures, by the class that is shown"`
	Validation WrongValidation `json:"validation" jsonschema:"shares of the validation failures, by the class that is shown"`
	Permission WrongPermission `json:"permission" jsonschema:"shares of the permission failures, by the class that is shown"`
	NotFound   WrongNotFound   `json:"not_found" jsonschema:"shares of the not_found failures, by the class that is shown"`
}

// WrongTransient is the shares of the transient failures.
type WrongTransient struct {
	Validation float64 `json:"validation"`
	Permission float64 `json:"permission"`
	NotFound   float64 `json:"not_found"`
}

// WrongValidation is the shares of the validation failures.
type WrongValidation struct {
	Transient  float64 `json:"transient"`
	Permission float64 `json:"permission"`
	NotFound   float64 `json:"not_found"`
}

// WrongPermission is the shares of the permission failures.
type WrongPermission struct {
	Transient  float64 `json:"transient"`
	Validation float64 `json:"validation"`
	NotFound   float64 `json:"not_found"`
}

// WrongNotFound is the shares of the not_found failures.
type WrongNotFound struct {
	Transient  float64 `json:"transient"`
	Validation float64 `json:"validation"`
	Permission float64 `json:"permission"`
}

// shown returns the shares of the failures of a class, by the class that is shown. The
// share of the class itself is 0.
func (w WrongCode) shown(c Class) [NumClasses]float64 {
	return [NumClasses][NumClasses]float64{
		Transient:  {0, w.Transient.Validation, w.Transient.Permission, w.Transient.NotFound},
		Validation: {w.Validation.Transient, 0, w.Validation.Permission, w.Validation.NotFound},
		Permission: {w.Permission.Transient, w.Permission.Validation, 0, w.Permission.NotFound},
		NotFound:   {w.NotFound.Transient, w.NotFound.Validation, w.NotFound.Permission, 0},
	}[c]
}

// ofFailures returns the distorted shares of the failures of a class, in the order of the
// distortions from ShownAsTransient.
func (d Distortions) ofFailures(c Class) [numFailureDistortions]float64 {
	w := d.WrongCode.shown(c)
	return [...]float64{
		w[Transient], w[Validation], w[Permission], w[NotFound],
		d.AllRetryable, d.NoneRetryable, d.MisleadingSuggestion, d.MissingField, d.MissingTraceID,
		d.ShortWait, d.LongWait, d.FailureAsSuccess,
	}
}

// mostShare is the most that the rates of a class may add up to. Rates whose decimal sum
// is 1 may have a binary sum slightly above 1, by less than the chance of one roll.
const mostShare = 1 + 0x1p-32

// total returns the distorted share of the failures of a class.
func (d Distortions) total(c Class) float64 {
	var sum float64
	for _, rate := range d.ofFailures(c) {
		sum += rate
	}
	return sum
}
