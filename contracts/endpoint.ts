import * as z from 'zod/mini'

/**
 * The answer of a call that only does something: a message for the user, in the language of the
 * request.
 */
export const Done = z.object({ message: z.string() })

/** The parameters of a call about one thing of ours. */
export const byId = z.object({ id: z.uuid() })

/**
 * Who may call: `session` = a signed-in account (else 401), `paid` = an active Pro or Plus account
 * (403 `plan_required` for guests), `operator` = an operator whose session passed the second factor
 * within the last hour (else 403).
 */
export type Access = 'public' | 'session' | 'paid' | 'operator'

type Schema = z.ZodMiniType

/** The body is a multipart form with one file in this field, instead of JSON. */
export type Upload = { field: string; maxBytes: number }

/** The body is text, which the server reads as it arrives. */
export type TextBody = { mediaTypes: readonly [string, ...string[]]; maxBytes: number }

/**
 * One HTTP call, described once. The server derives a route from it, the browser a typed call, the
 * docs an OpenAPI entry.
 */
type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify style: `/api/products/:id`. */
  path: string
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  upload?: Upload
  text?: TextBody
  response: Response
}

/**
 * A call that streams a file as its answer. The client of a `public` one is the browser's
 * downloader rather than our code, so it sends no session token.
 */
export type Download = {
  name: string
  method: 'GET'
  path: string
  access: 'public' | 'paid'
  summary: string
  params: Schema
  query?: Schema
  mediaTypes: readonly string[]
}

/** A call with a continuous answer: one JSON value per server-sent event. */
export type EventStream = {
  name: string
  method: 'GET'
  path: string
  access: Access
  summary: string
  query: Schema
  event: Schema
}

export type AnyEndpoint = Endpoint<any, any, any, any> // oxlint-disable-line no-explicit-any -- variance: the only place where an endpoint's schemas are unknown

/** Describes every call, for people who write programs. */
export const OPENAPI_PATH = '/api/openapi.json'

/** An API key reads research data; it changes nothing and opens no account. */
export const acceptsApiKey = ({
  access,
  method,
}: Pick<AnyEndpoint, 'access' | 'method'>): boolean => access === 'paid' && method === 'GET'

export function endpoint<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  value: Endpoint<P, Q, B, R>,
): Endpoint<P, Q, B, R> {
  return value
}

/** The separate types make both the caller and the handler deal with the body. */
type StreamedEndpoint<P extends Schema, Q extends Schema, R extends Schema, Body> = Endpoint<
  P,
  Q,
  Schema,
  R
> &
  Body

/** A call whose body is a file. */
export const uploadEndpoint = <P extends Schema, Q extends Schema, R extends Schema>(
  value: StreamedEndpoint<P, Q, R, { upload: Upload }>,
) => value

/** A call whose body is text. */
export const textEndpoint = <P extends Schema, Q extends Schema, R extends Schema>(
  value: StreamedEndpoint<P, Q, R, { text: TextBody }>,
) => value

export type ParamsOf<E> = E extends { params?: infer S }
  ? S extends Schema
    ? z.output<S>
    : undefined
  : undefined
export type QueryOf<E> = E extends { query?: infer S }
  ? S extends Schema
    ? z.output<S>
    : undefined
  : undefined
export type QueryInputOf<E> = E extends { query?: infer S }
  ? S extends Schema
    ? z.input<S>
    : undefined
  : undefined
export type BodyOf<E> = E extends { body?: infer S }
  ? S extends Schema
    ? z.output<S>
    : undefined
  : undefined
export type ResponseOf<E extends { response: Schema }> = z.output<E['response']>
