package report

import (
	"reflect"

	"errbench/internal/stat"
)

// keyed is a number of a part of a summary: its dotted key, and its value as a reader
// finds it.
type keyed struct {
	key string
	n   stat.Number
}

// byKey returns the numbers of a part of a summary.
func byKey(part any) map[string]stat.Number {
	list := numbersIn(part)
	numbers := make(map[string]stat.Number, len(list))
	for _, v := range list {
		numbers[v.key] = v.n
	}
	return numbers
}

// numbersIn returns the numbers of a part of a summary that has nothing else, in
// order.
func numbersIn(part any) []keyed { return appendNumbers(nil, "", reflect.ValueOf(part)) }

func appendNumbers(numbers []keyed, key string, v reflect.Value) []keyed {
	switch v.Kind() {
	case reflect.Struct:
		if key != "" {
			key += "."
		}
		for i := range v.NumField() {
			numbers = appendNumbers(numbers, key+v.Type().Field(i).Tag.Get("json"), v.Field(i))
		}
		return numbers
	case reflect.Int64:
		return append(numbers, keyed{key, stat.Number(v.Int())})
	default:
		return append(numbers, keyed{key, stat.Number(v.Float()).Written()})
	}
}
