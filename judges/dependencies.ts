import { readFileSync } from 'node:fs'
import { readConcerned } from './dependencies/concerned.ts'
import { compareWithPage, DEPENDENCIES_PAGE } from './dependencies/page.ts'
import { readDependencies } from './dependencies/registry.ts'
import type { Judge } from './judge.ts'
import { run, versionOf } from './tools.ts'

/** The registry on the list of dependencies that may leave us: whether it is still true. */
export const dependencies: Judge = {
  name: 'dependencies',
  tool: 'npm',
  async version() {
    const { code } = await run('npm', ['view', 'npm', 'version'])
    return code === 0 ? versionOf('npm') : undefined
  },
  skip: 'npm cannot reach its registry here',
  async judge() {
    const used = await readDependencies()
    return {
      checked: `${used.length} packages`,
      findings: compareWithPage(
        readConcerned(used, new Date()),
        readFileSync(DEPENDENCIES_PAGE, 'utf8'),
      ),
    }
  },
}
