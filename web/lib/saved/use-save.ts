import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ErrorCode } from '#contracts/errors.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useServices } from '#web/lib/app/services-context.tsx'
import { colonOf } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { idOfSubject, savedChangesOf, type SaveFailure, type SaveSubject } from './saved-changes.ts'

/** Saved changes of the signed-in account, without messages. */
export function useSavedChanges() {
  const client = useQueryClient()
  const session = useSession()
  return savedChangesOf(client, session.status === 'signed-in' ? session.user.id : '')
}

/**
 * Saves or unsaves any item on the page; `isSaved` is its displayed state. Reports the result with
 * an undo.
 */
export function useSetSaved(): (subject: SaveSubject, isSaved: boolean, wanted: boolean) => void {
  const changes = useSavedChanges()
  // Texts are looked up on use, because every row has this hook.
  const { i18n } = useServices()

  const currentTexts = () => i18n.getFixedT(null, ['components', 'errors'])

  function fail(
    { kind, name }: SaveSubject,
    about: string,
    { wanted, isGone, error }: SaveFailure,
  ): void {
    const t = currentTexts()
    const verb = wanted ? 'save' : 'unsave'
    const { message: serverMessage, code, statusText } = isApiError(error) ? error : NO_MESSAGE
    const colon = colonOf(languageOf(i18n))
    notify({
      kind: isGone ? 'info' : 'error',
      subject: about,
      title: `${t(`components:saving.failed.${verb}.${kind}`)}${statusText && colon + statusText}`,
      description: `${name}${colon}${serverMessage || t(`errors:${isTranslated(code) ? code : 'unexpected'}`)}`,
    })
  }

  return function setSaved(subject, isSaved, wanted) {
    const t = currentTexts()
    const about = `saved:${idOfSubject(subject)}`
    notify({
      kind: 'success',
      subject: about,
      title: t(wanted ? 'components:saving.saved' : 'components:saving.unsaved'),
      description: subject.name,
      action: { label: t('components:saving.undo'), run: () => setSaved(subject, wanted, !wanted) },
    })
    void changes.setSaved(subject, wanted, {
      isSaved,
      onFailure: (failure) => fail(subject, about, failure),
    })
  }
}

const NO_MESSAGE = { message: '', code: '', statusText: '' }

const translatedCodes = [
  'network',
  'saved_product_not_found',
  'overloaded',
  'internal',
] as const satisfies (ErrorCode | 'network')[]
const isTranslated = (code: string): code is (typeof translatedCodes)[number] =>
  (translatedCodes as readonly string[]).includes(code)

/** The displayed saved state, updated at once, and a function to toggle it. */
export function useSave(
  subject: SaveSubject,
  isSaved: boolean,
): { isSaved: boolean; toggle: () => void } {
  const changes = useSavedChanges()
  const setSaved = useSetSaved()
  const id = idOfSubject(subject)
  const pending = useSyncExternalStore(
    changes.subscribe,
    () => changes.pendingOf(id),
    () => undefined,
  )
  const isShown = pending ?? isSaved
  return { isSaved: isShown, toggle: () => setSaved(subject, isShown, !isShown) }
}
