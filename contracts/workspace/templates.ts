import * as z from 'zod/mini'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { oneLine } from '#contracts/one-line.ts'

export const MAX_TEMPLATE_NAME = 60
export const MAX_TEMPLATE_SUBJECT = 200
export const MAX_TEMPLATE_BODY = 5_000

/** The placeholders in braces of a template. */
export const TEMPLATE_FIELDS = [
  'store',
  'country',
  'launch_day',
  'theme',
  'first_product',
  'app',
] as const
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

/** Null or absent: the store does not show it. */
export type TemplateValues = Partial<Record<TemplateField, string | null>>

/** Text, a field with its value, or a field without one. */
type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; field: TemplateField; text: string }
  | { kind: 'missing'; field: TemplateField }

const isField = (name: string): name is TemplateField =>
  TEMPLATE_FIELDS.some((field) => field === name)

/** Braces around any other word are text. */
export function splitTemplate(text: string, values: TemplateValues): TemplatePart[] {
  return text.split(/(\{[a-z_]+\})/).flatMap((part): TemplatePart[] => {
    const field = part.startsWith('{') ? part.slice(1, -1) : ''
    if (!isField(field)) return part === '' ? [] : [{ kind: 'text', text: part }]
    const value = values[field]
    return [value ? { kind: 'value', field, text: value } : { kind: 'missing', field }]
  })
}

/** A missing field stays as it is written, and must not be sent. */
export function renderTemplate(
  text: string,
  values: TemplateValues,
): { text: string; missing: TemplateField[] } {
  const parts = splitTemplate(text, values)
  const missing = parts.flatMap((part) => (part.kind === 'missing' ? [part.field] : []))
  return {
    text: parts.map((part) => (part.kind === 'missing' ? `{${part.field}}` : part.text)).join(''),
    missing: [...new Set(missing)],
  }
}

const values = {
  name: oneLine(1, MAX_TEMPLATE_NAME),
  subject: oneLine(0, MAX_TEMPLATE_SUBJECT),
  body: z.string().check(z.maxLength(MAX_TEMPLATE_BODY)),
}
/** Its place in the list, from 0; beyond the end it is the last. */
const position = z.int().check(z.minimum(0), z.maximum(1_000))

export const Template = z.object({ id: z.uuid(), ...values, position: z.int() })
export type Template = z.infer<typeof Template>

const body = z.object({ ...values, position: z.optional(position) })
const response = z.object({
  templates: z.array(Template),
  /** How many the plan allows. */
  limit: z.int(),
})

export const listTemplates = endpoint({
  name: 'listTemplates',
  method: 'GET',
  path: '/api/templates',
  access: 'paid',
  summary: 'The texts that the account writes to merchants with, in order. Nothing is sent by us.',
  response,
})

export const createTemplate = endpoint({
  name: 'createTemplate',
  method: 'POST',
  path: '/api/templates',
  access: 'paid',
  summary:
    'Add a text, as the last one unless `position` says otherwise. 403 `template_limit` beyond the limit of the plan.',
  body,
  response: z.extend(response, { id: z.uuid() }),
})

export const updateTemplate = endpoint({
  name: 'updateTemplate',
  method: 'PUT',
  path: '/api/templates/:id',
  access: 'paid',
  summary: 'Change a text; without `position` it keeps its place.',
  params: byId,
  body,
  response,
})

export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/api/templates/:id',
  access: 'paid',
  summary: 'Delete a text.',
  params: byId,
  response,
})
