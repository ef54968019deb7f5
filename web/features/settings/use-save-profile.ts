import { updateProfile, type Profile } from '#contracts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { useIdentityProof } from '#web/ui/confirm-identity.tsx'
import { useShowProfile } from './use-profile.ts'

export type ProfileFields = Pick<Profile, 'firstName' | 'lastName' | 'email'>

/** Saves the profile; a new address requires a proof of identity. `save` resolves to null when the user declines. */
export function useSaveProfile(profile: Profile | null) {
  const update = useCall(updateProfile)
  const show = useShowProfile()
  const proof = useIdentityProof({ hasPassword: profile?.hasPassword ?? true })

  const save = async (body: ProfileFields): Promise<Profile | null> => {
    const outcome = await proof.run(() => update.mutateAsync({ body }))
    if (outcome.kind === 'cancelled') return null
    show(outcome.value)
    return outcome.value
  }
  return { save, isSaving: update.isPending, dialog: proof.dialog }
}
