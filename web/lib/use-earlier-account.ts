import { useState } from 'react'
import type { CurrentUser } from '#contracts/auth.ts'
import { useSession } from '#web/lib/session.tsx'

export type EarlierAccount = { status: 'checking' | 'none' } | { status: 'signed-in'; user: CurrentUser }

/** The user who was already signed in when this page opened; ignores a sign-in on this page, which redirects shortly. */
export function useEarlierAccount(): EarlierAccount {
  const session = useSession()
  const [wasAnonymous, setWasAnonymous] = useState(session.status === 'anonymous')
  if (session.status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (session.status === 'checking' && session.presumed === 'member') return { status: 'checking' }
  return session.status === 'signed-in' && !wasAnonymous ? session : { status: 'none' }
}
