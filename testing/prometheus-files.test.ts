import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { METRICS_PATH } from '#server/operations/api.ts'
import { readDeployFile, ROOT } from '#testing/deployment/containerfile.ts'
import { readProcesses } from '#testing/deployment/compose.ts'
import { readRules } from '#testing/alarms/read-rules.ts'

const Scrape = z.object({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      metrics_path: z.string(),
      authorization: z.object({ credentials_file: z.string() }),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    }),
  ),
})
const config = Scrape.parse(parse(readDeployFile('prometheus/prometheus.yml')))

test('Prometheus asks each API process of the compose file, with the token, under the name that the rules expect', () => {
  const apis = readProcesses().filter(({ environment }) => environment['ROLES'] === 'api')
  expect(config.scrape_configs).toMatchObject([
    { job_name: 'storedawn', metrics_path: METRICS_PATH },
  ])
  const targets = config.scrape_configs.flatMap(({ static_configs: each }) =>
    each.flatMap((one) => one.targets),
  )
  expect(apis).toHaveLength(2)
  expect(targets).toEqual(apis.map(({ name, environment }) => `${name}:${environment['PORT']}`))
  const jobs = readRules().alerts.flatMap(({ expr }) =>
    Array.from(expr.matchAll(/job="([^"]+)"/g), ([, job]) => job),
  )
  expect(new Set(jobs)).toEqual(new Set(['storedawn']))
})

test('Prometheus loads every rule file of the deployment', () => {
  expect(config.rule_files.map((file) => existsSync(path.join(ROOT, 'deploy', file)))).toEqual([
    true,
    true,
  ])
})
