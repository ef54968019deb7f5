export { ExportButton, FeedButton } from './late-dialog-buttons.tsx'
export { BulkBar } from './bulk/bulk-bar.tsx'
export {
  countOf,
  createTicks,
  targetsOf,
  useIsTicked,
  useIsTicking,
  useTicked,
  useTickNotices,
} from './bulk/ticks.ts'
export { RemoveLineButton } from './exclusions/exclusion-calls.tsx'
export { FollowButton } from './follows/follow-button.tsx'
export { LeadPanel } from './leads/lead-panel.tsx'
export { LeadsScreen, prepareLeads } from './leads/leads-screen.tsx'
export { OwnNotes } from './saved/notes-field.tsx'
export { SaveButton, SaveIcon } from './saved/save-button.tsx'
export {
  SavedSearchesButton,
  SaveSearchButton,
  suggestName,
} from './saved-searches/save-search.tsx'
export { useSearchChanges, useSearches, useSearchFailure } from './saved-searches/saved-searches.ts'
