import { X509Certificate } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { startTestWorld } from '../world-for-tests.ts'
import {
  findLog,
  type ListedLog,
  readHead,
  readLogList,
  readProof,
  readTreeHead,
  splitHashes,
} from './listed-logs.ts'
import {
  isSigned,
  merkleRoot,
  provesGrowth,
  readDataTile,
  readItem,
  sha256,
  type ReadLeaf,
} from './log-verifier.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

type NamesLine = { Timestamp: number; DNS?: string[]; Subject?: { CommonName?: string } }

let listed: ListedLog[]
const sim = sharedByTests(() => startTestWorld({ stores: 120, days: 6, logMishapShare: 0 }))
beforeAll(async () => {
  listed = await readLogList(sim)
})

const logNamed = (name: string) => findLog(listed, name)
const headOf = (url: string) => readHead(sim, url)
const intervalOf = (name: string) =>
  listed.find(({ description }) => description.includes(`'${name}'`))?.temporal_interval

const tileName = (number: number): string => String(number).padStart(3, '0')
const tilesOf = (size: number) =>
  Array.from({ length: Math.ceil(size / 256) }, (_, tile) => {
    const width = Math.min(256, size - tile * 256)
    return { width, name: tileName(tile) + (width < 256 ? `.p/${width}` : '') }
  })
const unzipped = async (address: string, { get } = sim): Promise<Buffer> =>
  gunzipSync((await get(address)).bytes)
const linesOf = (names: Buffer): NamesLine[] =>
  names
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function leavesOf(url: string, size: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (const { width, name } of tilesOf(size)) {
    const { status, bytes } = await sim.get(`${url}tile/0/${name}`)
    expect([status, bytes.length]).toEqual([200, width * 32])
    leaves.push(...splitHashes(bytes))
  }
  return leaves
}

async function dataLeaves(url: string, size: number): Promise<ReadLeaf[]> {
  const leaves: ReadLeaf[] = []
  for (const { name } of tilesOf(size))
    leaves.push(...readDataTile(await unzipped(`${url}tile/data/${name}`)))
  return leaves
}

const getEntries = (url: string, start: number, end: number) =>
  sim.get(`${url}ct/v1/get-entries?start=${start}&end=${end}`)

async function rfcEntries(url: string, size: number) {
  const entries: ReturnType<typeof readItem>[] = []
  while (entries.length < size) {
    const body = JSON.parse((await getEntries(url, entries.length, size - 1)).text)
    expect(body.entries.length).toBeGreaterThan(0)
    expect(body.entries.length).toBeLessThanOrEqual(64)
    entries.push(...body.entries.map(readItem))
  }
  return entries
}

const isJunk = ({ certificate }: ReadLeaf): boolean => certificate.readUInt32BE(0) === 0x3082ffff

// Node puts quotes around names with characters that a name may not contain.
const namesOf = ({ certificate }: ReadLeaf): string[] =>
  (new X509Certificate(certificate).subjectAltName ?? '')
    .split(', ')
    .filter(Boolean)
    .map((name) => name.replace('DNS:', ''))
    .map((name) => (name.startsWith('"') ? String(JSON.parse(name)) : name))

test('the list has logs in every state, placeholders, and one family with past, current and next shards', () => {
  const states = listed.map(({ state }) => Object.keys(state).join())
  const of = (wanted: string): number => states.filter((state) => state === wanted).length
  expect(['usable', 'qualified', 'pending', 'readonly', 'retired'].map(of)).toEqual([4, 1, 1, 1, 3])
  expect(listed.filter(({ description }) => description.startsWith('Bogus'))).toHaveLength(2)
  const [past, current, next] = ['daybreak-past', 'daybreak', 'daybreak-next'].map(intervalOf)
  expect(past?.end_exclusive).toBe(current?.start_inclusive)
  expect(current?.end_exclusive).toBe(next?.start_inclusive)
  for (const { key, log_id } of listed)
    expect(sha256(Buffer.from(key, 'base64')).toString('base64')).toBe(log_id)
})

test('a checkpoint verifies with its listed key and the root of the leaves, and carries a foreign signature', async () => {
  for (const [name, position] of [
    ['daybreak', 0],
    ['harbour', 1],
    ['daybreak-past', 0],
    ['daybreak-next', 0],
  ] as const) {
    const { url, key } = logNamed(name)
    const head = await headOf(url)
    expect(head.origin).toBe(url.replace('https://', '').slice(0, -1))
    expect(head.signers).toHaveLength(2)
    expect(head.signers[position]).toBe(head.origin)
    expect(isSigned(head, key)).toBe(true)
    expect(merkleRoot(await leavesOf(url, head.size))).toEqual(head.root)
  }
})

test('the past and current shards hold only certificates that expire in their intervals, and the next shard is empty', async () => {
  for (const name of ['daybreak', 'daybreak-past', 'daybreak-next']) {
    const interval = intervalOf(name)
    const { url } = logNamed(name)
    const { size } = await headOf(url)
    expect(size > 0).toBe(name !== 'daybreak-next')
    for (const leaf of (await dataLeaves(url, Math.min(size, 512))).filter(
      (each) => !isJunk(each),
    )) {
      const expiryMs = Date.parse(new X509Certificate(leaf.certificate).validTo)
      expect(expiryMs).toBeGreaterThanOrEqual(Date.parse(interval?.start_inclusive ?? ''))
      expect(expiryMs).toBeLessThan(Date.parse(interval?.end_exclusive ?? ''))
    }
  }
})

test('data tiles hold certificates whose hashes are the leaves, and names tiles hold their names', async () => {
  const { url } = logNamed('daybreak')
  const { size } = await headOf(url)
  const leaves = await dataLeaves(url, size)
  const hashes = await leavesOf(url, size)
  const lines = linesOf(await unzipped(`${url}tile/names/000`))
  expect([leaves.length, lines.length]).toEqual([size, 256])
  for (const [number, leaf] of leaves.entries()) {
    expect(leaf.extensions.readUIntBE(3, 5)).toBe(number)
    expect(sha256(Uint8Array.of(0, 0, 0), leaf.entry)).toEqual(hashes[number])
  }
  for (const [number, line] of lines.entries()) {
    const leaf = leaves[number]
    if (!leaf || isJunk(leaf)) continue
    const { subject } = new X509Certificate(leaf.certificate)
    expect(line.Timestamp).toBe(leaf.timestampMs)
    expect(line.DNS ?? []).toEqual(namesOf(leaf))
    expect(line.Subject?.CommonName ?? '').toBe(/CN=(.*)/.exec(subject ?? '')?.[1] ?? '')
  }
})

test('the logs hold every odd kind of certificate: wild, international, crowded, nameless, misspelt and junk', async () => {
  await using busy = await startTestWorld({
    stores: 10,
    days: 6,
    entriesPerHour: 60,
    tickEveryMs: 60_000,
  })
  const [first] = await readLogList(busy)
  const url = first?.monitoring_url ?? ''
  const { size } = await readHead(busy, url)
  const lines: NamesLine[] = []
  for (let tile = 0; tile < Math.floor(size / 256); tile++)
    lines.push(...linesOf(await unzipped(`${url}tile/names/${tileName(tile)}`, busy)))
  const junk = lines.findIndex(({ DNS, Subject }) => !DNS && !Subject)
  const tile = `${url}tile/data/${tileName(Math.floor(junk / 256))}`
  const leaves = readDataTile(await unzipped(tile, busy))
  const junkLeaf = leaves[junk % 256]
  expect(lines[junk]).toEqual({ Timestamp: junkLeaf?.timestampMs })
  expect(() => new X509Certificate(junkLeaf?.certificate ?? '')).toThrow(/PEM|asn1/i)
  const names = lines.map(({ DNS = [] }) => DNS)
  const has = (fits: (name: string) => boolean): boolean => names.flat().some(fits)
  expect(leaves.some(({ isPrecertificate }) => !isPrecertificate)).toBe(true)
  expect(has((name) => name.startsWith('*.'))).toBe(true)
  expect(has((name) => name.startsWith('xn--'))).toBe(true)
  expect(has((name) => name.includes('_'))).toBe(true)
  expect(has((name) => /[A-Z]/.test(name))).toBe(true)
  expect(has((name) => /[^a-z0-9]$/i.test(name))).toBe(true)
  expect(names.some((each) => each.length === 100)).toBe(true)
  expect(lines.some(({ Subject, DNS }) => !Subject && DNS)).toBe(true)
  expect(lines.some(({ Subject, DNS }) => Subject && !DNS)).toBe(true)
})

test('certificates are signed by the issuer that the log serves, for ninety days, and never from the future', async () => {
  const { url } = logNamed('harbour')
  const leaves = readDataTile(await unzipped(`${url}tile/data/001`))
  const issuer = new X509Certificate(
    (await sim.get(`${url}issuer/${leaves[0]?.fingerprints[0]}`)).bytes,
  )
  for (const { certificate: der, timestampMs } of leaves
    .filter((each) => !isJunk(each))
    .slice(0, 40)) {
    const certificate = new X509Certificate(der)
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(timestampMs).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(certificate.validFrom)).toBeLessThan(timestampMs)
  }
})

test('the second log has no names tiles, and partial tiles disappear once the full tile exists', async () => {
  const { url } = logNamed('daybreak')
  for (const [tile, status] of [
    [`${logNamed('harbour').url}tile/names/000`, 404],
    [`${url}tile/names/000.p/20`, 404],
    [`${url}tile/0/000.p/20`, 404],
    [`${url}tile/data/999`, 404],
    [`${url}tile/data/00`, 400],
  ] as const)
    expect([tile, (await sim.get(tile)).status]).toEqual([tile, status])
})

test('tiles are compressed even for a client that does not accept gzip', async () => {
  const { url } = logNamed('daybreak')
  const { headers } = await sim.get(`${url}tile/names/000`, { 'accept-encoding': 'identity' })
  expect(headers['content-encoding']).toBe('gzip')
})

test('the RFC 6962 log signs its head, gives all leaves of its tree in capped portions, and proves its growth', async () => {
  const { url, key } = logNamed('lantern')
  const head = await readTreeHead(sim, url)
  expect(isSigned(head, key)).toBe(true)
  const entries = await rfcEntries(url, head.size)
  const leaves = entries.map(({ leafHash }) => leafHash)
  expect(merkleRoot(leaves)).toEqual(head.root)
  expect(
    entries.every(
      ({ extensions, fingerprints }) => extensions.length === 0 && fingerprints.length === 2,
    ),
  ).toBe(true)
  for (const from of [1, 2, 64, 255, 256, 257, head.size - 1, head.size]) {
    const proof = await readProof(sim, url, from, head.size)
    const before = { size: from, root: merkleRoot(leaves.slice(0, from)) }
    expect([from, provesGrowth(before, head, proof)]).toEqual([from, true])
  }
})

test('the RFC 6962 log answers for ranges that reach into its tree and refuses all others', async () => {
  const { url } = logNamed('lantern')
  const { size } = await readTreeHead(sim, url)
  const last = JSON.parse((await getEntries(url, size - 1, size + 500)).text)
  expect(last.entries).toHaveLength(1)
  for (const question of [
    `get-entries?start=${size}&end=${size}`,
    'get-entries?start=5&end=4',
    'get-entries?start=-1&end=3',
    'get-entries',
    'get-sth-consistency?first=0&second=3',
    `get-sth-consistency?first=1&second=${size + 1}`,
  ])
    expect([question, (await sim.get(`${url}ct/v1/${question}`)).status]).toEqual([question, 400])
})

test('most certificates are in two logs or more, and some also appear in their final form', async () => {
  const serials = async (name: string): Promise<[string, boolean][]> => {
    const { url } = logNamed(name)
    const leaves =
      name === 'lantern'
        ? await rfcEntries(url, (await readTreeHead(sim, url)).size)
        : await dataLeaves(url, (await headOf(url)).size)
    return leaves
      .filter((leaf) => !isJunk(leaf))
      .map((leaf) => [new X509Certificate(leaf.certificate).serialNumber, leaf.isPrecertificate])
  }
  const logs = await Promise.all(['daybreak', 'harbour', 'lantern'].map(serials))
  const precertificates = logs.map(
    (log) => new Set(log.filter(([, isPre]) => isPre).map(([serial]) => serial)),
  )
  const all = new Set(precertificates.flatMap((log) => [...log]))
  const inTwo = [...all].filter(
    (serial) => precertificates.filter((log) => log.has(serial)).length > 1,
  )
  expect(inTwo.length / all.size).toBeGreaterThan(0.8)
  for (const log of precertificates) expect(log.size).toBeLessThan(all.size * 0.85)
  const finals = logs.flat().filter(([, isPre]) => !isPre)
  expect(finals.every(([serial]) => all.has(serial))).toBe(true)
  expect(finals.length).toBeGreaterThan(0)
})
