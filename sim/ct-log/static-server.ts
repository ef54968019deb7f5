import { plainText, type Answer } from '../http-answer.ts'
import { checkpointOf } from './checkpoint.ts'
import type { CtLog } from './ct-log.ts'
import type { Issuer } from './issuer.ts'
import { headFor, type LogRequest } from './log-request.ts'
import { TILE_WIDTH } from './merkle.ts'
import { parseTilePath, type TilePath } from './tile-path.ts'

const IMMUTABLE = { 'cache-control': 'public, max-age=604800, immutable' }
const NOT_FOUND = plainText(404, 'not found\n')

/** The read interface of a static-ct-api log, at its monitoring prefix. */
export function answerStaticLog(request: LogRequest): Answer {
  const { log, issuer, path } = request
  if (path === 'checkpoint')
    return plainText(200, checkpointOf(log, headFor(request)), { 'cache-control': 'no-store' })
  if (path.startsWith('tile/')) return answerTile(request)
  if (path.startsWith('issuer/')) return answerIssuer(issuer, path.slice('issuer/'.length))
  return NOT_FOUND
}

function answerTile({ log, path, fault }: LogRequest): Answer {
  const tile = parseTilePath(path)
  if (!tile) return plainText(400, 'not a tile\n')
  const bytesOf = (width: number): Buffer | null =>
    tileBytes(log, { ...tile, width }, fault === 'fork')
  // A log may delete a partial tile once the full one exists; this one does, so that clients must
  // handle it.
  const isOverwritten = tile.width < TILE_WIDTH && hasTile(log, { ...tile, width: TILE_WIDTH })
  const bytes = isOverwritten ? null : bytesOf(tile.width)
  if (bytes === null) return NOT_FOUND
  if (typeof tile.kind === 'number')
    return {
      status: 200,
      body: bytes,
      isEncoded: true,
      headers: { 'content-type': 'application/octet-stream', ...IMMUTABLE },
    }
  const type =
    tile.kind === 'names' ? 'application/jsonl; charset=utf-8' : 'application/octet-stream'
  return {
    status: 200,
    body: bytes,
    isEncoded: true,
    headers: { 'content-type': type, 'content-encoding': 'gzip', ...IMMUTABLE },
  }
}

function hasTile(log: CtLog, { kind, number, width }: TilePath): boolean {
  const available = typeof kind === 'number' ? Math.floor(log.size / TILE_WIDTH ** kind) : log.size
  return number * TILE_WIDTH + width <= available
}

function tileBytes(log: CtLog, tile: TilePath, isForked: boolean): Buffer | null {
  const { kind, number, width } = tile
  if (kind === 'data') return log.dataTile(number, width)
  if (kind === 'names') return log.namesTile(number, width)
  return hasTile(log, tile) ? log.view(isForked).read(kind, number * TILE_WIDTH, width) : null
}

function answerIssuer(issuer: Issuer, fingerprint: string): Answer {
  const found = issuer.chain.find((link) => link.fingerprint.toString('hex') === fingerprint)
  if (!found) return NOT_FOUND
  return {
    status: 200,
    body: found.certificate,
    isEncoded: true,
    headers: { 'content-type': 'application/pkix-cert', ...IMMUTABLE },
  }
}
