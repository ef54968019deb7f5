import { allEndpoints } from '#contracts/all-endpoints.ts'
import type { formOf } from '#testing/form-of.ts'
import type { Answer, TestApp } from '#testing/test-app.ts'

type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  text?: string
  form?: Awaited<ReturnType<typeof formOf>>
  bearer?: string
  cookie?: string
}
/** Asks a call by its name. @returns the answer */
export type Ask = (name: string, input?: Input) => Promise<any> // oxlint-disable-line no-explicit-any -- answers of every call, read by tests

/** The calls of an account. */
export const askAs =
  (ask: Ask, bearer: string): Ask =>
  (name, input) =>
    ask(name, { ...input, bearer })

/** Calls that take the same input, one after the other. */
export async function askEach(ask: Ask, names: readonly string[], input?: Input): Promise<void> {
  for (const name of names) await ask(name, input)
}

export function sendCall({ anonymous }: TestApp, name: string, input: Input): Promise<Answer> {
  const { form } = input
  const { headers, ...request } = requestOf(name, input)
  return anonymous({
    ...request,
    headers: { ...form?.headers, ...headers },
    ...(form && { payload: form.payload ?? '' }),
  })
}

/** Without the form. */
export function requestOf(name: string, { params = {}, query, body, text, bearer, cookie }: Input) {
  const endpoint = allEndpoints.find((one) => one.name === name)
  if (!endpoint) throw new Error(`there is no call ${name}`)
  const headers: Record<string, string> = {
    ...(text !== undefined && { 'content-type': 'text/plain' }),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(cookie !== undefined && { cookie }),
  }
  const payload = text ?? body
  return {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? ''),
    headers,
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
  }
}
