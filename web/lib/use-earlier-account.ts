import { useState } from 'react'
import type { CurrentUser } from '#contracts/auth.ts'
import { useSession } from '#web/lib/session.tsx'

export type EarlierAccount = { status: 'checking' | 'none' } | { status: 'signed-in'; user: CurrentUser }

/** Who was signed in already when this page opened; not who signs in on it and is about to be led on. */
export function useEarlierAccount(): EarlierAccount {
  const session = useSession()
  const [wasAnonymous, setWasAnonymous] = useState(session.status === 'anonymous')
  if (session.status === 'anonymous' && !wasAnonymous) setWasAnonymous(true)
  if (session.status === 'checking' && session.presumed === 'member') return { status: 'checking' }
  return session.status === 'signed-in' && !wasAnonymous ? session : { status: 'none' }
}
