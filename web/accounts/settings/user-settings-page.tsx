import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { removePhoto, uploadPhoto } from '#contracts/accounts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { cn } from '#web/lib/cn.ts'
import { planOf } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput, useFileDrop } from '#web/ui/form/file-input.tsx'
import { useFailureToast } from './action-feedback.ts'
import { DevicesSection } from './devices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm, useProfile, useShowProfile } from './profile-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { BANNER_ID, Section, SettingsPage } from './settings-page.tsx'

function UserSettingsPage() {
  return (
    <SettingsPage name="user">
      {(user) => (
        <>
          {/* A different account, signed in from another tab, starts with fresh forms. */}
          <ProfileSection key={user?.id} user={user} />
          {(user === null || planOf(user) !== 'guest') && <PasswordSection user={user} />}
          {user && <SecondFactorSection user={user} />}
          {user && <DevicesSection />}
        </>
      )}
    </SettingsPage>
  )
}

export { UserSettingsPage as Component }

function ProfileSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const profile = useProfile(user)
  return (
    <Section title={t('profile.title')} text={t('profile.text')}>
      <PhotoRow user={user} pictureUrl={profile?.pictureUrl ?? null} />
      <hr className="my-6 border-line" />
      <ProfileForm profile={profile} />
    </Section>
  )
}

const nobody = { firstName: '', lastName: '', name: '', email: '', pictureUrl: null }

function PhotoRow({ user, pictureUrl }: { user: CurrentUser | null; pictureUrl: string | null }) {
  const { t } = useTranslation('settings')
  const { change, remove, isUploading, isRemoving } = usePhoto()
  const input = useRef<HTMLInputElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const isBusy = isUploading || isRemoving
  const isOver = useFileDrop(row, (file) => {
    if (user && !isBusy) void change(file)
  })
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('photo.title')}
      aria-describedby={user ? undefined : BANNER_ID}
      className={cn(
        '-m-2 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md p-2',
        isOver && user && 'bg-sunken',
      )}
    >
      <Avatar
        person={{ ...(user ?? nobody), pictureUrl }}
        className={cn('size-20 text-xl', isBusy && 'opacity-50')}
      />
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            disabled={!user || isRemoving}
            isBusy={isUploading}
            onClick={() => input.current?.click()}
          >
            {t(isUploading ? 'photo.uploading' : 'photo.change')}
          </Button>
          {pictureUrl && (
            <Button
              variant="quiet"
              size="sm"
              disabled={isUploading}
              isBusy={isRemoving}
              onClick={() => void remove()}
            >
              {t('photo.remove')}
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">{t('photo.hint')}</p>
      </div>
      <FileInput ref={input} accept="image/*" onFile={(file) => void change(file)} />
    </div>
  )
}

function usePhoto() {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const show = useShowProfile()
  const upload = useCall(uploadPhoto)
  const removal = useCall(removePhoto)

  const change = async (file: File) => {
    const verdict = checkPhoto(file)
    if (verdict !== 'ok') {
      notify({
        kind: 'error',
        subject: 'upload',
        title: t(`photo.${verdict}.title`),
        description: t(`photo.${verdict}.text`),
      })
      return
    }
    try {
      show(await upload.mutateAsync({ file }))
      notify({ kind: 'success', subject: 'upload', title: t('photo.changed') })
    } catch (error) {
      fail('upload', error)
    }
  }
  const remove = async () => {
    try {
      show(await removal.mutateAsync({}))
      notify({ kind: 'success', subject: 'upload', title: t('photo.removed') })
    } catch (error) {
      fail('update', error)
    }
  }
  return { change, remove, isUploading: upload.isPending, isRemoving: removal.isPending }
}

/** What the browser knows; the server checks whether it is really a picture. */
export function checkPhoto({
  type,
  size,
}: Pick<File, 'type' | 'size'>): 'ok' | 'invalidFile' | 'tooLarge' {
  if (!type.startsWith('image/')) return 'invalidFile'
  return size > uploadPhoto.upload.maxBytes ? 'tooLarge' : 'ok'
}
