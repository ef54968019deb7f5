import { globSync, readdirSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import type { Judge, Reason } from './judge.ts'
import { linesOf, run, versionOf, withFolder } from './tools.ts'

const UNITS = path.join(import.meta.dirname, '../deploy/systemd')
const names = readdirSync(UNITS).filter((name) => !name.endsWith('.d'))
const services = names.filter((name) => name.endsWith('.service'))
/** A unit for any port is judged for one. */
const instanceOf = (name: string): string => name.replace('@.', '@3001.')

const MOST_EXPOSED = 2.5

/** Points that stay open in each unit, or in the named one. */
const REASONS: readonly Reason[] = [
  {
    finding: /: (PrivateNetwork|IPAddressDeny|RestrictAddressFamilies=~AF_\(INET\|INET6\))/,
    reason:
      'it answers pages and visits the whole internet; a guard of its own refuses private addresses',
  },
  {
    finding: /: RestrictAddressFamilies=~AF_(UNIX|NETLINK)/,
    reason:
      "PostgreSQL's and the log's sockets are local, and Node lists network interfaces by netlink",
  },
  { finding: /: MemoryDenyWriteExecute=/, reason: 'V8 compiles while it runs' },
  { finding: /: ProcSubset=/, reason: 'Node reads /proc/meminfo and /proc/cpuinfo' },
  {
    finding: /: PrivateUsers=/,
    reason: 'a mounted share for backups belongs to users that would be nobody inside',
  },
  {
    finding: /: RootDirectory=/,
    reason: 'the whole file system is read-only, and no home or device is in it',
  },
  {
    finding:
      /^storedawn-worker.*: (RestrictNamespaces=~(user|pid|net)|SystemCallFilter=~@(resources|privileged|mount)) /,
    reason: 'the sandbox of the browser that takes screenshots is made of these',
  },
  {
    finding: /: DeviceAllow= .*char-rtc/,
    reason: 'ProtectClock= adds this one itself, for reading',
  },
]

/** systemd itself on the units: whether it accepts them, and what each leaves open. */
export const units: Judge = {
  name: 'units',
  tool: 'systemd-analyze',
  version: () => versionOf('systemd-analyze'),
  skip: 'systemd-analyze comes with Debian: apt-get install -y systemd',
  async judge() {
    const refused = await withFolder(verify)
    const exposed = await withFolder(async (root) => {
      await cp(UNITS, path.join(root, 'etc/systemd/system'), { recursive: true })
      return (await Promise.all(services.map((name) => rate(root, instanceOf(name))))).flat()
    })
    return {
      checked: `${names.length} units, ${services.length} of them for exposure`,
      findings: [...refused, ...exposed],
      reasons: REASONS,
    }
  },
}

/** Neither the programs nor the user of the units are here, and nothing else may be complained of. */
async function verify(folder: string): Promise<string[]> {
  await cp(UNITS, folder, { recursive: true })
  for (const name of globSync('**/*.{service,conf}', { cwd: folder })) {
    const text = await readFile(path.join(folder, name), 'utf8')
    const local = text.replaceAll('/opt/storedawn/node_modules/.bin/node', process.execPath)
    await writeFile(path.join(folder, name), local.replaceAll(/^EnvironmentFile=.*$/gm, ''))
  }
  const { code, stderr } = await run(
    'systemd-analyze',
    [
      'verify',
      '--recursive-errors=yes',
      '--man=no',
      ...names.map((name) => path.join(folder, instanceOf(name))),
    ],
    { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } },
  )
  const ours = linesOf(stderr).filter((line) => line.includes('storedawn'))
  return code !== 0 && ours.length === 0 ? linesOf(stderr) : ours
}

const Points = z.array(
  z.object({ name: z.string(), exposure: z.nullish(z.string()), description: z.string() }),
)

/** Each point that the unit leaves open, and its sum if that is above the limit. */
async function rate(root: string, unit: string): Promise<string[]> {
  const analyze = (...flags: string[]) =>
    run('systemd-analyze', ['security', '--offline=true', `--root=${root}`, ...flags, unit])
  const { stdout } = await analyze('--no-pager')
  const exposure = Number(/exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN)
  const points = Points.parse(JSON.parse((await analyze('--json=short')).stdout))
  const open = points.filter((point) => Number(point.exposure) > 0)
  return [
    ...(exposure <= MOST_EXPOSED ? [] : [`${unit} is exposed by ${exposure} of 10`]),
    ...open.map((point) => `${unit}: ${point.name} ${point.exposure}: ${point.description}`),
  ]
}
