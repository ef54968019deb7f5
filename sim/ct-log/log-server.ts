import { plainText, type Answer, type Asked } from '../http-answer.ts'
import type { CtLog } from './ct-log.ts'
import type { Issuer } from './issuer.ts'
import { parseTilePath } from './tile-path.ts'

const IMMUTABLE = { 'cache-control': 'public, max-age=604800, immutable' }
const NOT_FOUND = plainText(404, 'not found\n')

/** The read side of a static-ct-api log, at its monitoring prefix. */
export function answerLogRequest(log: CtLog, issuer: Issuer, asked: Asked): Answer {
  const path = asked.path.slice(log.path.length)
  if (path === 'checkpoint')
    return plainText(200, log.checkpoint(asked.nowMs), { 'cache-control': 'no-store' })
  if (path.startsWith('tile/')) return answerTile(log, path)
  if (path.startsWith('issuer/')) return answerIssuer(issuer, path.slice('issuer/'.length))
  return NOT_FOUND
}

function answerTile(log: CtLog, path: string): Answer {
  const tile = parseTilePath(path)
  if (!tile) return plainText(400, 'not a tile\n')
  const { kind, number, width } = tile
  // A log may drop a partial tile once the full one is there; this one does, so that clients must cope.
  const isOverwritten = width < 256 && tileBytes(log, kind, number, 256) !== null
  const bytes = isOverwritten ? null : tileBytes(log, kind, number, width)
  if (bytes === null) return NOT_FOUND
  if (typeof kind === 'number')
    return {
      status: 200,
      body: bytes,
      isEncoded: true,
      headers: { 'content-type': 'application/octet-stream', ...IMMUTABLE },
    }
  const type = kind === 'names' ? 'application/jsonl; charset=utf-8' : 'application/octet-stream'
  return {
    status: 200,
    body: bytes,
    isEncoded: true,
    headers: { 'content-type': type, 'content-encoding': 'gzip', ...IMMUTABLE },
  }
}

function tileBytes(
  log: CtLog,
  kind: number | 'data' | 'names',
  number: number,
  width: number,
): Buffer | null {
  if (kind === 'data') return log.dataTile(number, width)
  if (kind === 'names') return log.namesTile(number, width)
  return log.hashTile(kind, number, width)
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
