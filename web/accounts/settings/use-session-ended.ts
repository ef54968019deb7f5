import { useNavigate } from 'react-router'
import { useSessionStore } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

/** Runs when the server has ended this session on purpose: forgets the token and opens the landing page. */
export function useSessionEnded(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async () => {
    const token = store.token()
    if (token) store.drop(token)
    await navigate(paths.home())
  }
}
