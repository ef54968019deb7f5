import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import type { CtLog } from '#discovery/ct/ct-log.ts'
import { TILE_WIDTH, tilePath } from '#discovery/ct/tiles.ts'
import { linesOf, run, withFolder } from '#judges/tools.ts'
import type { TestWorld } from '#sim/world-for-tests.ts'

const Line = z
  .object({
    Subject: z.object({ CommonName: z.string().optional() }).optional(),
    DNS: z.array(z.string()).optional(),
  })
  .transform(({ Subject, DNS }) => ({ commonName: Subject?.CommonName, dnsNames: DNS }))

export type Tile =
  | { kind: 'read'; entries: z.infer<typeof Line>[] }
  /** It gives up the whole tile. */
  | { kind: 'refused'; why: string }

/** Has Sunlight make the names tile of a data tile, and reads it. */
export async function readTile(
  { get }: TestWorld,
  { url }: CtLog,
  { first, width }: { first: number; width: number },
): Promise<Tile> {
  const data = tilePath('data', first / TILE_WIDTH, width)
  const names = tilePath('names', first / TILE_WIDTH, width)
  const { bytes } = await get(`${url}${data}`)
  return withFolder(async (folder) => {
    for (const file of [data, names])
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
    await writeFile(path.join(folder, data), bytes)
    const { stderr } = await run('names-prism', [folder])
    const [, why] = /level=ERROR.* err="(.*)"$/m.exec(stderr) ?? []
    if (why !== undefined) return { kind: 'refused', why }
    const text = gunzipSync(await readFile(path.join(folder, names))).toString()
    return { kind: 'read', entries: linesOf(text).map((line) => Line.parse(JSON.parse(line))) }
  })
}
