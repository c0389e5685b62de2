// The published benchmark, written the way its article describes it: roll an operation once, then let every strategy
// see the error its contract shows, route it and act on it. Plain code with 32-bit integer arithmetic; errors are made
// once.
import { parseArgs } from 'node:util';

const FAIL_CHANCE = 0.4;
const RETRY_CHANCE = 0.7;
const CODES = ['TRANSIENT', 'VALIDATION', 'PERMISSION', 'NOT_FOUND'];
const TRANSIENT = 0;
const VALIDATION = 1;

// The recovered generator. Consecutive seeds give nearly equal first draws; that fault is part of what was published.
class Lcg {
  constructor(seed) {
    this.state = seed | 0;
  }

  next() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0;
    return (this.state >>> 0) / 2 ** 32;
  }
}

// A contract shows the same error for every failure of a type, so its errors are made once, in the order of CODES.
const genericErrors = CODES.map(() => ({ message: 'Tool call failed' }));
const codeErrors = CODES.map((code) => ({ code }));
const envelopeErrors = [
  { code: 'TRANSIENT', message: 'Service unavailable', retryable: true, retryAfterMs: 1000 },
  { code: 'VALIDATION', message: 'Invalid date', retryable: false, field: 'date', suggestion: 'Use YYYY-MM-DD' },
  { code: 'PERMISSION', message: 'Not allowed', retryable: false },
  { code: 'NOT_FOUND', message: 'No such record', retryable: false },
];

function routeCode(error) {
  if (error.code === 'TRANSIENT') return 'retry';
  if (error.code === 'VALIDATION') return 'repair';
  return 'stop';
}

function routeEnvelope(error) {
  if (error.code === 'TRANSIENT' && error.retryable) return 'retry';
  if (error.code === 'VALIDATION' && error.field && error.suggestion) return 'repair';
  if (error.code === 'PERMISSION') return 'authorize';
  return 'stop';
}

function strategies() {
  const tally = { resolved: 0, attempts: 0, failed: 0, permanent: 0 };
  return [
    { name: 'generic', errors: genericErrors, route: () => 'retry', repairChance: 0, ...tally },
    { name: 'code_only', errors: codeErrors, route: routeCode, repairChance: 0.45, ...tally },
    { name: 'envelope', errors: envelopeErrors, route: routeEnvelope, repairChance: 0.9, ...tally },
  ];
}

function recover(strategy, type, retryRoll, repairRoll) {
  const action = strategy.route(strategy.errors[type]);
  if (action !== 'retry' && action !== 'repair') return;
  strategy.attempts++;
  const recovered =
    action === 'retry'
      ? type === TRANSIENT && retryRoll < RETRY_CHANCE
      : type === VALIDATION && repairRoll < strategy.repairChance;
  if (recovered) {
    strategy.resolved++;
  } else {
    strategy.failed++;
    if (type !== TRANSIENT && type !== VALIDATION) strategy.permanent++;
  }
}

function roll(rolls) {
  const failed = rolls.next() < FAIL_CHANCE;
  const type = failed ? Math.floor(rolls.next() * CODES.length) : -1;
  return { failed, type, retryRoll: rolls.next(), repairRoll: rolls.next() };
}

function replay(strategy, operations) {
  for (const { failed, type, retryRoll, repairRoll } of operations) {
    strategy.attempts++;
    if (failed) recover(strategy, type, retryRoll, repairRoll);
    else strategy.resolved++;
  }
}

// The plain form: the operations of a run are rolled first, then every strategy replays them.
function simulate({ runs, operations, seed }) {
  const all = strategies();
  for (let run = 1; run <= runs; run++) {
    const rolls = new Lcg(seed + run);
    const rolled = [];
    for (let i = 0; i < operations; i++) rolled.push(roll(rolls));
    for (const strategy of all) replay(strategy, rolled);
  }
  return all;
}

// The form that someone in a hurry would tune it to: no list of operations, and a first call that succeeds, which looks
// the same to every strategy, counted once.
function simulateFused({ runs, operations, seed }) {
  const all = strategies();
  let succeeded = 0;
  for (let run = 1; run <= runs; run++) {
    const rolls = new Lcg(seed + run);
    for (let i = 0; i < operations; i++) {
      const { failed, type, retryRoll, repairRoll } = roll(rolls);
      if (!failed) succeeded++;
      else for (const strategy of all) recover(strategy, type, retryRoll, repairRoll);
    }
  }
  for (const strategy of all) {
    strategy.attempts += runs * operations;
    strategy.resolved += succeeded;
  }
  return all;
}

function readOptions() {
  const text = (value) => ({ type: 'string', default: String(value) });
  const flag = { type: 'boolean' };
  const { values } = parseArgs({
    options: { runs: text(60), operations: text(200), seed: text(9100), 'no-warmup': flag, fused: flag },
  });
  const count = (name, least) => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new RangeError(`--${name} ${values[name]}: want an integer of at least ${least}`);
  };
  return {
    warmup: !values['no-warmup'],
    simulate: values.fused ? simulateFused : simulate,
    runs: count('runs', 1),
    operations: count('operations', 1),
    seed: count('seed', 0),
  };
}

const options = readOptions();
if (options.warmup) {
  const end = performance.now() + 500;
  while (performance.now() < end) options.simulate(options);
}
const start = process.hrtime.bigint();
const result = options.simulate(options);
const elapsed = process.hrtime.bigint() - start;

const { runs, operations, seed } = options;
const total = runs * operations;
console.error(JSON.stringify({ ns_per_operation: Number(elapsed) / total }));
console.log(
  JSON.stringify({
    runs,
    operations_per_run: operations,
    seed,
    strategies: result.map(({ name, resolved, attempts, failed, permanent }) => ({
      strategy: name,
      operations: total,
      resolved,
      attempts,
      failed,
      permanent,
    })),
  }),
);
