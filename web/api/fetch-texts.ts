import type { Language, Namespace } from '#i18n/languages.ts'
import { ApiError } from '#web/api/api-error.ts'
import { pause } from './pause.ts'

declare const __LOCALES_VERSION__: string

export type Texts = Record<string, unknown>

/** A restarting server is back within moments. */
const RETRY_AFTER_MS = [300, 1_500]

/** The address contains a version, so caches can keep the file for ever. @throws ApiError */
export async function fetchTexts(
  language: Language,
  namespace: Namespace,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<Texts> {
  try {
    return await fetchOnce(language, namespace)
  } catch (error) {
    const [pauseMs, ...later] = retryAfterMs
    if (pauseMs === undefined || !isPassing(error)) throw error
    await pause(pauseMs)
    return fetchTexts(language, namespace, later)
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

async function fetchOnce(language: Language, namespace: Namespace): Promise<Texts> {
  const path = `/locales/${language}/${namespace}.json?v=${__LOCALES_VERSION__}`
  try {
    const response = await fetch(path)
    if (response.ok) return (await response.json()) as Texts
    throw new ApiError('internal', '', {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
    })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('network', '', { status: 0, requestId: null }, { cause })
  }
}
