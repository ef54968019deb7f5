import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/auth.ts'
import { cn } from '#web/lib/cn.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { BANNER_ID } from './settings-page.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { usePhoto } from './use-photo.ts'

const nobody = { firstName: '', lastName: '', name: '', email: '', pictureUrl: null }

/** The photo and its buttons; users can also drop a picture on it. */
export function PhotoRow({ user, pictureUrl }: { user: CurrentUser | null; pictureUrl: string | null }) {
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
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // After a failure, the same file must trigger a change event again.
          target.value = ''
          if (file) void change(file)
        }}
      />
    </div>
  )
}
