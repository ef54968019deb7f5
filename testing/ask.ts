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

export function sendCall({ anonymous }: TestApp, name: string, input: Input): Promise<Answer> {
  const endpoint = allEndpoints.find((one) => one.name === name)
  if (!endpoint) throw new Error(`there is no call ${name}`)
  const { params = {}, query, body, text, form, bearer, cookie } = input
  return anonymous({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? ''),
    headers: {
      ...form?.headers,
      ...(text !== undefined && { 'content-type': 'text/plain' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(query && { query }),
    ...(body && { payload: body }),
    ...(text !== undefined && { payload: text }),
    ...(form && { payload: form.payload ?? '' }),
  })
}
