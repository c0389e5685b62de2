package sweep

import (
	"context"
	"runtime"
	"sync"

	"errbench/report"
)

// chunk is a sequence of points and their rows.
type chunk struct {
	first, end int64 // points, end not included
	csv        []byte
	err        error
	done       chan struct{} // closed once the chunk is computed
}

// The size of a chunk, in points of a closed form and in replayed operations: about a
// millisecond of work.
const (
	chunkPoints     = 64
	chunkOperations = 1 << 18
)

// stream computes the points from first up to end and passes their rows to emit in order. It
// holds a few chunks for each worker, whatever the number of points.
//
// When the context is done, stream begins no further chunk, stops replays, and returns the
// cause of the context. It has emitted whole points.
func (s *Sweep) stream(ctx context.Context, first, end int64, o Options, emit func(csv []byte) error) error {
	workers, todo := o.Workers, end-first
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	alone := max(1, workers/int(max(1, min(todo, int64(workers))))) // a replay of few points uses several workers
	rows := s.rows()

	stopped, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	work, queue := make(chan *chunk), make(chan *chunk, 4*workers)
	group.Go(func() { s.produce(stopped, first, end, work, queue) })
	for range workers {
		group.Go(func() {
			e := s.evaluator(rows, alone)
			for c := range work {
				c.err = e.chunk(stopped, c)
				close(c.done)
			}
		})
	}
	for c := range queue {
		<-c.done
		if c.err != nil {
			return c.err
		}
		if err := emit(c.csv); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(c.end-c.first, todo)
		}
		first = c.end
	}
	if first < end {
		return context.Cause(ctx)
	}
	return nil
}

// produce makes chunks of the points and sends each to a worker, and to the queue that keeps
// their order.
func (s *Sweep) produce(ctx context.Context, first, end int64, work, queue chan<- *chunk) {
	defer close(work)
	defer close(queue)
	size := int64(chunkPoints)
	if s.Engine == report.ReplayEngine {
		size = min(size, max(1, chunkOperations/s.Assumptions.TotalOperations()))
	}
	for at := first; at < end; at += size {
		c := &chunk{first: at, end: min(at+size, end), done: make(chan struct{})}
		for _, to := range []chan<- *chunk{work, queue} {
			select {
			case to <- c:
			case <-ctx.Done():
				return
			}
		}
	}
}

// chunk computes the points of a chunk.
func (e *evaluator) chunk(ctx context.Context, c *chunk) error {
	c.csv = make([]byte, 0, e.size+e.size/8) // chunks are about as large as each other
	defer func() { e.size = len(c.csv) }()
	for point := c.first; point < c.end; point++ {
		var err error
		if c.csv, err = e.point(ctx, point, c.csv); err != nil {
			return err
		}
	}
	return nil
}
