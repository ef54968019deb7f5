import * as z from 'zod'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import {
  API_CALLS_PER_MINUTE,
  SearchMatched,
  WebhookTest,
} from '#contracts/workspace/integrations.ts'
import { Day } from '#contracts/date-fields.ts'
import {
  type Access,
  acceptsApiKey,
  type AnyEndpoint,
  type Download,
  type EventStream,
} from '#contracts/endpoint.ts'
import { ErrorBody } from '#contracts/error-body.ts'
import { errorStatus } from '#contracts/errors.ts'
import { readFeed } from '#contracts/workspace/changes.ts'
import { downloadExclusions } from '#contracts/workspace/exclusions.ts'
import { downloadExport } from '#contracts/workspace/exports.ts'
import { followStores } from '#contracts/catalog/live.ts'
import { photoOperation } from '#server/accounts/api.ts'
import { webhookOperation } from '#server/billing/api.ts'
import { pictureOperation } from '#server/catalog/api.ts'
import { tagDescriptions } from './openapi-tags.ts'

type Json = Record<string, unknown>

/** The document is generated from the values that make the routes, so the two cannot differ. */
export function openApiDocument(
  origin: string,
  endpoints: readonly AnyEndpoint[] = allEndpoints,
): Json {
  const paths: Record<string, Json> = {
    ...pictureOperation,
    ...photoOperation,
    ...webhookOperation,
    ...pathOf(downloadExclusions),
    ...pathOf(downloadExport),
    ...pathOf(readFeed),
    ...streamPathOf(followStores),
  }
  for (const endpoint of endpoints) {
    const path = keyOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Storedawn',
      version: '1.0.0',
      description:
        'Online stores on the day they open. Days are UTC; every refusal carries a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: messageOperations(),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sdk_…',
          description: `From the settings, with a plan that includes API keys. At most ${API_CALLS_PER_MINUTE} calls a minute for each account.`,
        },
      },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      responses: {
        Error: {
          description: 'A refusal.',
          content: jsonContent({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

const keyOf = ({ path }: { path: string }): string => path.replaceAll(/:(\w+)/g, '{$1}')

type AnyCall = Pick<AnyEndpoint, 'name' | 'summary' | 'path' | 'method' | 'access'> & {
  params?: Schema
  query?: Schema
}

const describeCall = (call: AnyCall): Json => ({
  operationId: call.name,
  summary: call.summary,
  tags: [tagOf(call)],
  security: securityOf(call),
  'x-access': call.access,
  parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
})

const pathOf = (download: Download): Record<string, Json> => ({
  [keyOf(download)]: {
    get: {
      ...describeCall(download),
      responses: {
        200: {
          description: 'Done.',
          content: Object.fromEntries(download.mediaTypes.map((type) => [type, {}])),
        },
        ...errorAnswers([
          ...ACCESS_REFUSALS[download.access],
          errorStatus.not_found,
          errorStatus.export_limit_reached,
          errorStatus.overloaded,
        ]),
      },
    },
  },
})

const errorAnswers = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Error' }]))

const securityOf = (call: Pick<AnyEndpoint, 'access' | 'method'>): Json[] =>
  call.access === 'public'
    ? []
    : [{ session: [] }, ...(acceptsApiKey(call) ? [{ apiKey: [] }] : [])]

const streamPathOf = (stream: EventStream): Record<string, Json> => ({
  [keyOf(stream)]: {
    get: {
      ...describeCall(stream),
      security: [{ session: [] }],
      responses: {
        200: {
          description: 'Server-sent events, each with one such value.',
          content: { 'text/event-stream': { schema: jsonSchema(stream.event, 'output') } },
        },
        ...errorAnswers([
          errorStatus.invalid_request,
          errorStatus.authentication_required,
          errorStatus.plan_required,
        ]),
      },
    },
  },
})

function operationOf(endpoint: AnyEndpoint): Json {
  return {
    ...describeCall(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      200: { description: 'Done.', content: jsonContent(jsonSchema(endpoint.response, 'output')) },
      ...errorAnswers(refusalsOf(endpoint)),
    },
  }
}

function requestBodyOf({ body, upload, text }: AnyEndpoint): Json {
  if (text) {
    const schema = { type: 'string', description: `At most ${text.maxBytes} bytes.` }
    const content = Object.fromEntries(text.mediaTypes.map((type) => [type, { schema }]))
    return { requestBody: { required: true, content } }
  }
  if (body)
    return { requestBody: { required: true, content: jsonContent(jsonSchema(body, 'input')) } }
  if (!upload) return {}
  const file = {
    type: 'string',
    format: 'binary',
    description: `At most ${upload.maxBytes} bytes.`,
  }
  const schema = { type: 'object', properties: { [upload.field]: file }, required: [upload.field] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

const tagOf = ({ path }: { path: string }): string =>
  path.split('/').find((part) => part && part !== 'api') ?? 'api'

const ACCESS_REFUSALS: Record<Access, number[]> = {
  public: [],
  session: [errorStatus.authentication_required],
  paid: [errorStatus.authentication_required, errorStatus.plan_required],
  operator: [errorStatus.authentication_required, errorStatus.operator_required],
}

function refusalsOf(endpoint: AnyEndpoint): number[] {
  const { access, path, params, query, body, upload, text } = endpoint
  const ofInput = params || query || body || upload || text ? [errorStatus.invalid_request] : []
  const ofPath = params ? [errorStatus.not_found] : []
  const ofBody =
    body || upload || text
      ? [errorStatus.payload_too_large, errorStatus.unsupported_media_type]
      : []
  // Those of a key by their account, those of strangers by their network; never a probe.
  const isCounted = access === 'public' ? path.startsWith('/api/') : acceptsApiKey(endpoint)
  const ofRate = isCounted ? [errorStatus.rate_limited] : []
  return [
    ...ofInput,
    ...ACCESS_REFUSALS[access],
    ...ofPath,
    ...ofBody,
    ...ofRate,
    errorStatus.overloaded,
  ]
}

const messageOperations = (): Record<string, Json> => ({
  'saved_search.matched': {
    post: messageOperation(
      'searchMatched',
      'The new matches of a saved search, signed by the scheme of standardwebhooks.com. Answer with 2xx within ten seconds; anything else is repeated for some hours, and 410 ends it.',
      SearchMatched,
    ),
  },
  test: {
    post: messageOperation(
      'webhookTested',
      'A test, signed like any message and sent when the owner asks for it. It is not repeated; a 2xx ends a pause.',
      WebhookTest,
    ),
  },
})

const messageOperation = (operationId: string, summary: string, body: Schema): Json => ({
  operationId,
  summary,
  // Its signature is its proof.
  security: [],
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: jsonContent(jsonSchema(body, 'output')) },
  responses: {
    '2XX': { description: 'Accepted.' },
    '410': { description: 'No more messages to this address.' },
  },
})

type Schema = z.core.$ZodType

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Code decides whether a text is a day, and a schema cannot express that.
      if (Object.is(zodSchema, Day)) jsonSchema.format = 'date'
      nameProperties(jsonSchema)
    },
  })
  return rest
}

/** A record that has every key of a list: readers of schemas look for its properties by name. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties, required } = schema
  if (!propertyNames || !required || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}
