/** `npm run drill -- NAME` runs a drill, `npm run drill` lists them: drills/README.md. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../drills')
const [name = '', ...options] = process.argv.slice(2)
const file = path.join(FOLDER, `${path.basename(name)}.ts`)

if (existsSync(file))
  process.exitCode =
    spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' }).status ?? 1
else {
  console.log(readFileSync(path.join(FOLDER, 'README.md'), 'utf8'))
  if (name) console.error(`There is no drill "${name}".`)
  process.exitCode = name ? 2 : 0
}
