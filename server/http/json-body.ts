import type { FastifyInstance } from 'fastify'
import { invalidRequest } from '#server/errors.ts'

/** Our deepest body has five levels. Deeper nesting only makes recursive code overflow its stack. */
const MAX_DEPTH = 64

/** Parses JSON bodies like the framework, after a check of their nesting depth. */
export function refuseDeepJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (nestsDeeper(text, MAX_DEPTH)) return done(invalidRequest())
    return parse(request, text, done)
  })
}

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, BACKSLASH] = Buffer.from('[]{}"\\')

/** Counts brackets outside of strings. For text that is not JSON the result is arbitrary: the parser refuses it anyway. */
export function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > limit) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}
