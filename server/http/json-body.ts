import type { FastifyInstance } from 'fastify'
import { invalidRequest } from '#server/errors.ts'

/** Our deepest body has five levels. What nests deeper only makes whoever walks through it run out of stack. */
const MAX_DEPTH = 64

/** Reads JSON bodies as the framework does, after a look at how deep their text nests. */
export function refuseDeepJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (nestsDeeper(text, MAX_DEPTH)) return done(invalidRequest())
    return parse(request, text, done)
  })
}

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, BACKSLASH] = Buffer.from('[]{}"\\')

/** Looks at brackets outside of strings. Text that is no JSON gets any answer: the parser refuses it anyway. */
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
