import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWorld, type TestWorld } from '../world-for-tests.ts'

let sim: TestWorld
let logs: { monitoring_url: string; submission_url: string; key: string; log_id: string }[]

beforeAll(async () => {
  sim = await startTestWorld({ stores: 120, days: 6 })
  const list = JSON.parse((await sim.get(sim.world.address.logListUrl)).text)
  logs = list.operators
    .flatMap((operator: { tiled_logs: object[] }) => operator.tiled_logs)
    .filter((log: { state: object }) => 'usable' in log.state)
})
afterAll(() => sim[Symbol.asyncDispose]())

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Straight from RFC 6962, section 2.1. */
function merkleRoot(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] ?? sha256()
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return sha256(Uint8Array.of(1), merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)))
}

async function checkpointOf(url: string) {
  const [origin = '', size = '', root = '', , signature = ''] = (
    await sim.get(`${url}checkpoint`)
  ).text.split('\n')
  return { origin, size: Number(size), root, signature }
}

const tileName = (number: number): string => String(number).padStart(3, '0')

async function leavesOf(url: string, size: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let tile = 0; tile * 256 < size; tile++) {
    const width = Math.min(256, size - tile * 256)
    const { status, bytes } = await sim.get(
      `${url}tile/0/${tileName(tile)}${width < 256 ? `.p/${width}` : ''}`,
    )
    expect([status, bytes.length]).toEqual([200, width * 32])
    for (let leaf = 0; leaf < width; leaf++) leaves.push(bytes.subarray(leaf * 32, leaf * 32 + 32))
  }
  return leaves
}

type Leaf = {
  timestampMs: number
  isPrecertificate: boolean
  entry: Buffer
  certificate: X509Certificate
  index: number
  fingerprints: string[]
}

/** Reads a data tile without any of the simulator's code. */
function readDataTile(tile: Buffer): Leaf[] {
  const leaves: Leaf[] = []
  let at = 0
  const u16 = (): number => ((at += 2), tile.readUInt16BE(at - 2))
  const block = (lengthBytes: number): Buffer => {
    const length = tile.readUIntBE(at, lengthBytes)
    at += lengthBytes + length
    return tile.subarray(at - length, at)
  }
  while (at < tile.length) {
    const start = at
    const timestampMs = Number(tile.readBigUInt64BE(at))
    at += 8
    const isPrecertificate = u16() === 1
    if (isPrecertificate) at += 32
    const body = block(3)
    const extensions = block(2)
    const entry = tile.subarray(start, at)
    const certificate = new X509Certificate(isPrecertificate ? block(3) : body)
    const chain = block(2)
    const fingerprints = Array.from({ length: chain.length / 32 }, (_, link) =>
      chain.subarray(link * 32, link * 32 + 32).toString('hex'),
    )
    leaves.push({
      timestampMs,
      isPrecertificate,
      entry,
      certificate,
      index: extensions.readUIntBE(3, 5),
      fingerprints,
    })
  }
  return leaves
}

const namesOf = ({ certificate }: Leaf): string[] =>
  (certificate.subjectAltName ?? '')
    .split(', ')
    .filter(Boolean)
    .map((name) => name.replace('DNS:', ''))

test('the list names two usable logs, a read-only one and a retired one', async () => {
  const text = (await sim.get(sim.world.address.logListUrl)).text
  expect(logs).toHaveLength(2)
  expect(text).toMatch(/"readonly":/)
  expect(text).toMatch(/"retired":/)
})

test('a checkpoint is signed by the key of the list and its root is that of the leaves', async () => {
  for (const log of logs) {
    const { origin, size, root, signature } = await checkpointOf(log.monitoring_url)
    expect(`https://${origin}/`).toBe(log.submission_url)
    const blob = Buffer.from(signature.split(' ')[2] ?? '', 'base64')
    const key = createPublicKey({ key: Buffer.from(log.key, 'base64'), format: 'der', type: 'spki' })
    const head = Buffer.concat([
      Uint8Array.of(0, 1),
      blob.subarray(4, 12),
      Buffer.alloc(8),
      Buffer.from(root, 'base64'),
    ])
    head.writeBigUInt64BE(BigInt(size), 10)
    expect(verify('sha256', head, key, blob.subarray(16))).toBe(true)
    expect(sha256(Buffer.from(log.key, 'base64')).toString('base64')).toBe(log.log_id)
    expect(merkleRoot(await leavesOf(log.monitoring_url, size)).toString('base64')).toBe(root)
  }
})

test('data tiles hold certificates whose hashes are the leaves, and names tiles their names', async () => {
  const [named] = logs
  const url = named?.monitoring_url ?? ''
  const leaves = readDataTile(gunzipSync((await sim.get(`${url}tile/data/000`)).bytes))
  const hashes = (await sim.get(`${url}tile/0/000`)).bytes
  const lines = gunzipSync((await sim.get(`${url}tile/names/000`)).bytes)
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([leaves.length, lines.length]).toEqual([256, 256])
  for (const [number, leaf] of leaves.entries()) {
    expect(leaf.index).toBe(number)
    expect(
      sha256(Uint8Array.of(0, 0, 0), leaf.entry).equals(hashes.subarray(number * 32, number * 32 + 32)),
    ).toBe(true)
    expect(lines[number].Timestamp).toBe(leaf.timestampMs)
    expect(lines[number].DNS ?? []).toEqual(namesOf(leaf))
    expect(lines[number].Subject?.CommonName ?? '').toBe(
      /CN=(.*)/.exec(leaf.certificate.subject ?? '')?.[1] ?? '',
    )
  }
  expect(leaves.some(({ isPrecertificate }) => !isPrecertificate)).toBe(true)
  expect(leaves.some((leaf) => namesOf(leaf).some((name) => name.startsWith('*.')))).toBe(true)
})

test('certificates are signed by the issuer that the log serves, for ninety days, and never from the future', async () => {
  const url = logs[1]?.monitoring_url ?? ''
  const leaves = readDataTile(gunzipSync((await sim.get(`${url}tile/data/001`)).bytes))
  const issuer = new X509Certificate((await sim.get(`${url}issuer/${leaves[0]?.fingerprints[0]}`)).bytes)
  for (const { certificate, timestampMs } of leaves.slice(0, 40)) {
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(timestampMs).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(certificate.validFrom)).toBeLessThan(timestampMs)
  }
})

test('the second log has no names tiles, and partial tiles vanish once the full one is there', async () => {
  const [first, second] = logs
  expect((await sim.get(`${second?.monitoring_url}tile/names/000`)).status).toBe(404)
  expect((await sim.get(`${first?.monitoring_url}tile/names/000.p/20`)).status).toBe(404)
  expect((await sim.get(`${first?.monitoring_url}tile/data/999`)).status).toBe(404)
  expect((await sim.get(`${first?.monitoring_url}tile/data/00`)).status).toBe(400)
})

test('the level above holds the roots of full tiles', async () => {
  const url = logs[0]?.monitoring_url ?? ''
  const { size } = await checkpointOf(url)
  const upper = (await sim.get(`${url}tile/1/000.p/${Math.floor(size / 256)}`)).bytes
  const leaves = await leavesOf(url, 512)
  expect(upper.subarray(32, 64).equals(merkleRoot(leaves.slice(256, 512)))).toBe(true)
})
