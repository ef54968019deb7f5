import { useNavigate } from 'react-router'
import { useSessionStore } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** Leaves first: a guarded page would otherwise send the visitor to the prices as soon as the session is gone. */
export function useLogOut(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async () => {
    await navigate(paths.home())
    await store.signOut()
  }
}
