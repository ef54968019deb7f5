import { parse } from 'yaml'
import * as z from 'zod'
import { imageEnvironment, readDeployFile, valuesOf } from './containerfile.ts'

const Words = z.array(z.string())
const Service = z.object({
  image: z.string(),
  entrypoint: Words.optional(),
  command: Words.optional(),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: Words.optional() }),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  profiles: Words.default([]),
})

export type ComposeProcess = {
  name: string
  command: string[]
  environment: Record<string, string>
  healthCommand: string[] | null
  /**
   * Other processes of the product that have to be healthy, or to have ended with success, before
   * this one starts.
   */
  after: string[]
  /** Started by hand only. */
  isCommand: boolean
}

const Exec = (text: string | undefined) => Words.parse(JSON.parse(text ?? '[]'))

/** The processes of the product, in an order in which each may start. */
export function readProcesses(): ComposeProcess[] {
  const { services } = z
    .object({ services: z.record(z.string(), Service) })
    .parse(parse(readDeployFile('compose.yaml'), { merge: true }))
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('storedawn:'))
  const names = new Set(ours.map(([name]) => name))
  const entrypoint = Exec(valuesOf('ENTRYPOINT').at(-1))
  const command = Exec(valuesOf('CMD').at(-1))
  const processes = ours.map(([name, service]) => ({
    name,
    command: [...(service.entrypoint ?? entrypoint), ...(service.command ?? command)],
    environment: { ...imageEnvironment(), ...service.environment },
    healthCommand: service.healthcheck.test?.slice(1) ?? null,
    after: Object.keys(service.depends_on).filter((other) => names.has(other)),
    isCommand: service.profiles.length > 0,
  }))
  return inOrder(processes)
}

function inOrder(processes: ComposeProcess[]): ComposeProcess[] {
  const done: ComposeProcess[] = []
  while (done.length < processes.length) {
    const next = processes.filter(
      (each) =>
        !done.includes(each) &&
        each.after.every((name) => done.some((other) => other.name === name)),
    )
    if (next.length === 0) throw new Error('the services of the compose file wait for each other')
    done.push(...next)
  }
  return done
}
