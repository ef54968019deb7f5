/**
 * Fills a PostgreSQL with a million stores and twenty million products, for `list-bench.ts`; takes
 * a quarter of an hour and 20 GB. `node bench/workspace/fill.ts [--stores 1000000] [--products
 * 20000000]`, in `BENCH_DIR`, else `storedawn-bench` in the temporary folder.
 */
import { askedSize, benchFolder } from './asked-size.ts'
import { openWorkspace } from './open-workspace.ts'

await using _ = await openWorkspace(benchFolder(), askedSize(), (line) =>
  process.stdout.write(`${line}\n`),
)
