import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { getProfile, type Profile, updateProfile } from '#contracts/accounts/users.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'

/**
 * The profile. Until it has loaded, or if loading fails, it consists of the session's data, without
 * an error message.
 */
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

export type ProfileFields = Pick<Profile, 'firstName' | 'lastName' | 'email'>

/**
 * Saves the profile; a new address requires a proof of identity. `save` resolves to null when the
 * user declines.
 */
export function useSaveProfile(profile: Profile | null) {
  const update = useCall(updateProfile)
  const show = useShowProfile()
  const reauthentication = useReauthentication({ hasPassword: profile?.hasPassword ?? true })

  const save = async (body: ProfileFields): Promise<Profile | null> => {
    const outcome = await reauthentication.run(() => update.mutateAsync({ body }))
    if (outcome.kind === 'cancelled') return null
    show(outcome.value)
    return outcome.value
  }
  return { save, isSaving: update.isPending, dialog: reauthentication.dialog }
}
