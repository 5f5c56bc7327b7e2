"""What counts as a credential: one table of detectors (`table`) behind one cheap look (`gate`)."""
