// Package shard divides work among machines.
//
// A [Shard] is the i-th of n parts, and [Shard.Range] returns its items. [Split] collects
// the shards whose results are joined, and says which of them are missing:
//
//	s, err := shard.ParseShard("2/4")
//	first, end := s.Range(60) // 15, 30
//
// The package does not know what an item is.
package shard
