import { useNavigate } from 'react-router'
import { useSessionStore } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** For when the server has ended this session by its own wish: forgets the token and goes to the landing page. */
export function useLeave(): () => Promise<void> {
  const store = useSessionStore()
  const navigate = useNavigate()
  return async () => {
    const token = store.token()
    if (token) store.drop(token)
    await navigate(paths.home())
  }
}
