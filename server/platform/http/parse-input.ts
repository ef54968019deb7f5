import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { AppError, invalidRequest } from '#server/platform/errors.ts'

type Parsed = { params: unknown; query: unknown; body: unknown }
type Schemas = Pick<AnyEndpoint, 'params' | 'query' | 'body'>
type RawRequest = Pick<FastifyRequest, 'params' | 'query' | 'body'>

/**
 * Parses path, query and body by the endpoint's schemas. Unknown fields are dropped. @throws
 * AppError 400 with the field to blame
 */
export function parseInput(endpoint: Schemas, request: RawRequest): Parsed {
  refuseRepeatedKeys(request.query)
  return {
    params: parsePart(endpoint.params, request.params),
    query: parsePart(endpoint.query, request.query),
    body: parsePart(endpoint.body, request.body),
  }
}

const MAX_KNOWN = 50
const MAX_KNOWN_LENGTH = 500

/**
 * The same for calls without a body, which are repeated: it remembers what the last addresses mean,
 * because a schema follows from nothing else. What it returns is shared, so it is frozen.
 */
export function createAddressParser(
  endpoint: Schemas,
): (request: Pick<FastifyRequest, 'url' | 'params' | 'query' | 'body'>) => Parsed {
  const known = new LRUCache<string, Parsed>({ max: MAX_KNOWN })
  return (request) => {
    const { url } = request
    const before = known.get(url)
    if (before) return before
    const parsed = parseInput(endpoint, request)
    Object.freeze(parsed.params)
    Object.freeze(parsed.query)
    if (url.length <= MAX_KNOWN_LENGTH) known.set(url, parsed)
    return parsed
  }
}

/**
 * `?size=1&size=2` is ambiguous; choosing one value would let two readers of one address disagree.
 */
function refuseRepeatedKeys(query: unknown): void {
  const repeated = Object.entries(Object(query)).find(([, value]) => Array.isArray(value))
  if (repeated) throw invalidRequest(repeated[0])
}

function parsePart(schema: AnyEndpoint['params'] | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refusalOf(parsed.error.issues[0], parsed.error)
  const field = findUnstorableField(parsed.data)
  if (field !== null) throw invalidRequest(field)
  return parsed.data
}

type Issue = { path: PropertyKey[]; message: string } | undefined

/** A schema may name an error code as its message; all other refusals are plainly invalid. */
const NAMED_CODES: readonly string[] = [
  'invalid_date',
  'invalid_range',
  'notes_too_long',
  'too_many_tags',
  'invalid_tag',
] satisfies ErrorCode[]

function refusalOf(issue: Issue, cause: unknown): AppError {
  const field = issue?.path.join('.') || undefined
  const code = NAMED_CODES.find((name) => name === issue?.message) as ErrorCode | undefined
  return new AppError(code ?? 'invalid_request', { field, cause })
}

const NUL = '\0'

/**
 * PostgreSQL's text type rejects NUL and lone surrogates (JSON columns refuse them, others would
 * store a substitute), and no field needs them. Only parsed values are checked: their depth is
 * bounded.
 */
function findUnstorableField(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes(NUL) || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorableField(item, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}
