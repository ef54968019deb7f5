import type { Language, Namespace } from '#i18n/languages.ts'
import { ApiError } from '#web/api/api-error.ts'

declare const __LOCALES_VERSION__: string

export type Texts = Record<string, unknown>

/** The texts of one namespace. The version in the address lets caches keep the file for ever. @throws ApiError */
export async function fetchTexts(language: Language, namespace: Namespace): Promise<Texts> {
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
