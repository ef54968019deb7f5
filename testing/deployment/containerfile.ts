import { readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

export const readDeployFile = (file: string) =>
  readFileSync(path.join(ROOT, 'deploy', file), 'utf8')

const instructions = readDeployFile('Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ name: line.split(' ', 1)[0], value: line.slice(line.indexOf(' ') + 1) }))

export const valuesOf = (name: string) =>
  instructions.filter((line) => line.name === name).map(({ value }) => value)

export const copiedSources = valuesOf('COPY')
  .filter((value) => !value.startsWith('--from'))
  .map((value) => value.split(' ')[0] ?? '')
  .filter((source) => source !== '.')

export const builtSources = valuesOf('COPY')
  .filter((value) => value.startsWith('--from'))
  .flatMap((value) => value.split(' ').slice(1, -1))
  .map((source) => source.replace('/build/', ''))

export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    valuesOf('ENV').flatMap((line) =>
      line.split(' ').map((pair): [string, string] => splitPair(pair)),
    ),
  )

function splitPair(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=', 2)
  return [name, value]
}
