import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { askBeforeLogOut, isSessionEnding } from '#web/lib/session/session.tsx'
import { ConfirmDialog } from './dialog.tsx'

type LogOutQuestion = { answer: (isLeaving: boolean) => void }

/** Asks before changes are lost that the reader has not saved. */
export function UnsavedWarning({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('components')
  const [question, setQuestion] = useState<LogOutQuestion | null>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSessionEnding() && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })
  useEffect(() => {
    if (!isDirty) return
    return askBeforeLogOut(() => new Promise((answer) => setQuestion({ answer })))
  }, [isDirty])
  useEffect(() => {
    if (isDirty) return
    // The user saved or logged out while the dialog was open; nothing can be lost any more.
    if (blocker.state === 'blocked') blocker.proceed()
    question?.answer(true)
  }, [blocker, question, isDirty])

  const answer = (isLeaving: boolean) => {
    // A logout leads home, whatever page was to open.
    if (isLeaving && !question) blocker.proceed?.()
    else blocker.reset?.()
    question?.answer(isLeaving)
    setQuestion(null)
  }
  if ((blocker.state !== 'blocked' && !question) || !isDirty) return null
  return (
    <ConfirmDialog
      title={t('leaving.title')}
      text={t('leaving.text')}
      confirm={t('leaving.leave')}
      cancel={t('leaving.stay')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
