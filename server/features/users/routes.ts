import { undoDeletion as undoDeletionEndpoint } from '#contracts/auth.ts'
import * as api from '#contracts/users.ts'
import { type App, route } from '#server/route.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { getProfile } from './get-profile.ts'
import { getPreferences, updatePreferences } from './preferences.ts'
import { undoDeletion } from './undo-deletion.ts'
import { updateProfile } from './update-profile.ts'
import { createUserLimits } from './user-limits.ts'

export function userRoutes(app: App): void {
  const userLimits = createUserLimits(app.ctx.db)
  route(app, api.getProfile, ({ ctx }) => getProfile(ctx))
  route(app, api.updateProfile, ({ ctx, body }) => updateProfile({ ...ctx, userLimits }, body))
  route(app, api.cancelEmailChange, ({ ctx }) => cancelEmailChange(ctx))
  route(app, api.changePassword, ({ ctx, body }) => changePassword(ctx, body))
  route(app, api.getPreferences, ({ ctx }) => getPreferences(ctx))
  route(app, api.updatePreferences, ({ ctx, body }) => updatePreferences(ctx, body))
  route(app, api.exportAccount, ({ ctx }) => exportAccount(ctx))
  route(app, api.deleteAccount, ({ ctx, body }) => deleteAccount(ctx, body))
  route(app, undoDeletionEndpoint, ({ ctx, body }) => undoDeletion(ctx, body))
}
