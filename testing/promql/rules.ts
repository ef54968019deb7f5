import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { evaluatePromql } from './evaluate-promql.ts'
import { parseDuration, parsePromql } from './parse-promql.ts'
import { createSeriesStore, keyOf, type Labels, parseScrape, withoutName } from './series.ts'

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
const Recording = z.strictObject({
  record: z.string(),
  expr: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
})
const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      interval: z.string().optional(),
      rules: z.array(z.union([Alert, Recording])),
    }),
  ),
})
/** `forSeconds` = how long the expression must hold before the alert fires. */
export type AlertRule = z.infer<typeof Alert> & { forSeconds: number }
export type Rules = { alerts: AlertRule[]; recordings: z.infer<typeof Recording>[] }

const ALERTS_FOLDER = join(import.meta.dirname, '../../deploy/alerts')
const RULE_FILES = ['storedawn.records.yml', 'storedawn.rules.yml']

/** All rules under deploy/. @throws ZodError for a file without rules */
export function readRules(): Rules {
  const rules = RULE_FILES.flatMap((file) =>
    RuleFile.parse(parse(readFileSync(join(ALERTS_FOLDER, file), 'utf8'))).groups.flatMap(
      ({ rules }) => rules,
    ),
  )
  return {
    alerts: rules
      .filter((rule) => 'alert' in rule)
      .map((rule) => ({
        ...rule,
        forSeconds: rule.for === undefined ? 0 : parseDuration(rule.for),
      })),
    recordings: rules.filter((rule) => 'record' in rule),
  }
}

type Target = { instance: string; text: string | null }

/** Prometheus in small: takes scrapes, records, and says which alerts fire. Times are seconds. */
export function createPrometheus(rules: Rules, { job = 'storedawn' } = {}) {
  const store = createSeriesStore()
  const alerts = rules.alerts.map((rule) => ({ ...rule, expression: parsePromql(rule.expr) }))
  const recordings = rules.recordings.map((rule) => ({
    ...rule,
    expression: parsePromql(rule.expr),
  }))
  const activeSince = new Map<string, number>()

  function evaluateRules(at: number): string[] {
    for (const { record, labels, expression } of recordings) {
      const value = evaluatePromql(expression, { store, at })
      const samples = typeof value === 'number' ? [{ labels: {}, value }] : value
      for (const sample of samples)
        store.add(
          {
            labels: { ...withoutName(sample.labels), ...labels, __name__: record },
            value: sample.value,
          },
          at,
        )
      store.endMissing(({ __name__: name }) => name === record, at)
    }
    return alerts.filter((alert) => isFiring(alert, at)).map(({ alert }) => alert)
  }

  function isFiring(
    { alert: name, forSeconds, expression }: (typeof alerts)[number],
    at: number,
  ): boolean {
    const value = evaluatePromql(expression, { store, at })
    if (typeof value === 'number') throw new Error(`${name} compares nothing with labels`)
    const active = new Set(value.map(({ labels }) => `${name} ${keyOf(labels)}`))
    for (const key of activeSince.keys())
      if (key.startsWith(`${name} `) && !active.has(key)) activeSince.delete(key)
    for (const key of active) if (!activeSince.has(key)) activeSince.set(key, at)
    return [...active].some((key) => at - (activeSince.get(key) ?? at) >= forSeconds)
  }

  return {
    /**
     * Takes the answers of all targets at one moment; null = the target did not answer. @returns
     * the names of the alerts that fire
     */
    scrape(targets: readonly Target[], at: number): string[] {
      for (const { instance, text } of targets) {
        const own = { instance, job }
        store.add({ labels: { __name__: 'up', ...own }, value: text === null ? 0 : 1 }, at)
        for (const { labels, value } of parseScrape(text ?? ''))
          store.add({ labels: { ...labels, ...own }, value }, at)
        store.endMissing((labels: Labels) => labels['instance'] === instance, at)
      }
      return evaluateRules(at)
    },
    /** Whether the condition of an alert held at the last scrape, for however short a time. */
    isActive: (name: string): boolean =>
      [...activeSince.keys()].some((key) => key.startsWith(`${name} `)),
    /** The value of an expression at a moment. */
    query: (text: string, at: number) => evaluatePromql(parsePromql(text), { store, at }),
  }
}
