import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contracts/auth.ts'
import { getProfile, type Profile } from '#contracts/users.ts'
import { q } from '#web/api/query.ts'
import { useSessionStore } from '#web/lib/session.tsx'

/** The profile. Until it has loaded, or if loading fails, it consists of the session's data, without an error message. */
export function useProfile(user: CurrentUser | null): Profile | null {
  const { data } = useQuery({ ...q(getProfile, {}), enabled: user !== null })
  if (!user) return null
  const { firstName, lastName, email, pictureUrl, hasPassword } = user
  return data ?? { firstName, lastName, email, pictureUrl, hasPassword, pendingEmail: null }
}

/** Shows a changed profile on this page and in the header. */
export function useShowProfile(): (profile: Profile) => void {
  const client = useQueryClient()
  const store = useSessionStore()
  return (profile) => {
    client.setQueryData(q(getProfile, {}).queryKey, profile)
    void store.check()
  }
}
