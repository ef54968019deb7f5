import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contracts/error-body.ts'
import { type AppError, statusOf, toAppError } from '#server/errors.ts'
import { languageInfo, type Language } from '#i18n/languages.ts'
import { languageOf, pageLanguageOf, type Say } from './error-messages.ts'
import { errorPage } from './error-page.ts'

/** The only place that turns an error into an answer. It never includes a stack or the cause. */
export function createErrorReplies(say: Say) {
  return function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = toAppError(thrown)
    logError(error, request)
    const isPage = wantsPage(request)
    const language = isPage ? pageLanguageOf(request) : languageOf(request.headers['accept-language'])
    const message = fillFigure(say(language, error.code), error, language)
    const body = { ...envelopeOf(request), ...errorBody(error, message, request.id) }
    reply.code(statusOf(error)).header('cache-control', 'no-store')
    reply.header('vary', 'Accept-Language, Accept, Cookie')
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (statusOf(error) === 401) reply.header('www-authenticate', 'Bearer')
    if (!isPage) return reply.type('application/json; charset=utf-8').send(body)
    const { nonce, url, headers } = request
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-language': language })
      .send(errorPage({ say, language, body, nonce, url, cookie: headers.cookie }))
  }
}

export type SendError = ReturnType<typeof createErrorReplies>

/** The only figure that a message names. */
const fillFigure = (message: string, { remainingToday = 0 }: AppError, language: Language): string =>
  message.replace('{{remainingToday}}', remainingToday.toLocaleString(languageInfo[language].locale))

function errorBody(error: AppError, message: string, requestId: string): ErrorBody {
  const { code, field, remainingAttempts, remainingToday, retryAfterSeconds, isSafeToRepeat } = error
  return {
    message,
    code,
    requestId,
    ...(field !== undefined && { field }),
    ...(remainingAttempts !== undefined && { remainingAttempts }),
    ...(remainingToday !== undefined && { remainingToday }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(isSafeToRepeat && { isSafeToRepeat }),
  }
}

/** The specification's envelope for blog calls: `success`, `data` and `message`, in refusals too. */
const envelopeOf = ({ url }: FastifyRequest): Pick<ErrorBody, 'success' | 'data'> =>
  /^\/api\/(articles|categories)(?=[/?]|$)/.test(url) ? { success: false, data: null } : {}

/** Expected refusals are `info`; only bugs are `error`. */
function logError(error: AppError, request: FastifyRequest): void {
  if (error.code === 'internal')
    return request.log.error({ event: 'request.failed', err: error.cause }, 'request failed')
  const reason = error.code === 'overloaded' && error.cause instanceof Error ? error.cause.message : undefined
  request.log.info(
    { event: 'request.refused', code: error.code, field: error.field, reason },
    'request refused',
  )
}

/** For a person in a browser, not a program: only when the page itself could not be rendered. */
const wantsPage = (request: FastifyRequest) =>
  !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
