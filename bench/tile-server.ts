/** Serves its parent's folder of tiles as plain files over HTTP. `ct-memory.ts` forks it. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { tileFile } from './made-tiles.ts'

const Order = z.object({
  folder: z.string(),
  checkpoints: z.object({ names: z.string(), data: z.string() }),
  /** Number of different tiles; higher tile numbers repeat them. */
  tiles: z.object({ names: z.int(), data: z.int() }),
})

process.once('message', (message) => {
  const order = Order.parse(message)
  const server = createServer((request, response) => {
    const { form, rest } =
      /^\/(?<form>names|data)\/(?<rest>.*)$/.exec(request.url ?? '')?.groups ?? {}
    if (form !== 'names' && form !== 'data') return void response.writeHead(404).end()
    if (rest === 'checkpoint') return void response.end(order.checkpoints[form])
    const number = tileNumber(form, rest ?? '')
    if (number === null) return void response.writeHead(404).end()
    readFile(join(order.folder, tileFile(form, number % order.tiles[form]))).then(
      (bytes) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
})
process.once('disconnect', () => process.exit(0))

/** `tile/names/x001/234`; each log serves only one of the two forms. */
function tileNumber(form: string, path: string): number | null {
  const groups = new RegExp(`^tile/${form}/((?:x\\d{3}/)*\\d{3})$`).exec(path)?.[1]
  return groups === undefined ? null : Number(groups.replaceAll(/[x/]/g, ''))
}
