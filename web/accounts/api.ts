/** Asks for the password again where the server requires it. */
export { useReauthentication } from './identity/confirm-identity.tsx'
/**
 * The frame of a settings page, its sections and its failure messages, for the settings pages of
 * other domains.
 */
export { useFailureToast, withMinimumDuration } from './settings/action-feedback.ts'
export { BANNER_ID, PlanNote, Section, SettingsPage } from './settings/settings-page.tsx'
