import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const Alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({
    summary: z.string(),
    description: z.string(),
    runbook: z.string(),
  }),
})
const Recording = z.strictObject({ record: z.string(), expr: z.string() })
const RuleFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.union([Alert, Recording])) })),
})

const FOLDER = join(import.meta.dirname, '../../deploy/alerts')
export const RULE_FILES = ['storedawn.records.yml', 'storedawn.rules.yml'].map((file) =>
  join(FOLDER, file),
)

/** Run by `promtool test rules`: the judge `metrics`. */
export const RULE_TESTS = join(import.meta.dirname, 'rules.test.yml')

export function readRules() {
  const rules = RULE_FILES.flatMap((file) =>
    RuleFile.parse(parse(readFileSync(file, 'utf8'))).groups.flatMap(({ rules }) => rules),
  )
  return {
    alerts: rules.filter((rule) => 'alert' in rule),
    recordings: rules.filter((rule) => 'record' in rule),
  }
}

export const metricNamesOf = (expression: string): string[] =>
  expression.match(/\b(?:storedawn[_:]|process_|nodejs_)[\w:]+|\bup\b/g) ?? []
