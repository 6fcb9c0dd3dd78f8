"""What every form says of a field that can't be read: what to do. A form that knows more says it in its own words."""

from typing import Any, Final

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REFUSALS: Final[dict[type[forms.Field], dict[str, Any]]] = {
    forms.Field: {"required": _("Please fill this in.")},
    forms.CharField: {"required": _("Please fill this in.")},
    forms.EmailField: {
        "required": _("Please write an e-mail address."),
        "invalid": _("This is not an e-mail address."),
    },
    forms.IntegerField: {
        "required": _("Please write a number."),
        "invalid": _("Please write a whole number in digits."),
    },
    forms.DecimalField: {"required": _("Please write a number."), "invalid": _("Please write a number in digits.")},
    forms.DateField: {
        "required": _("Please write a day."),
        "invalid": _("Please write this day as year, month and day: 2026-11-25."),
    },
    forms.TimeField: {"required": _("Please write a time."), "invalid": _("Please write this time as 19:30.")},
    forms.DateTimeField: {
        "required": _("Please write a day and a time."),
        "invalid": _("Please write the day and the time as 2026-11-25 19:30."),
    },
    forms.UUIDField: {
        "required": _("This page is incomplete. Please reload it and send it again."),
        "invalid": _("This page is incomplete. Please reload it and send it again."),
    },
    forms.BooleanField: {"required": _("Please tick this box to go on.")},
    forms.ChoiceField: {
        "required": _("Please choose one of these."),
        "invalid_choice": _("Please choose one of the options offered here."),
    },
    forms.MultipleChoiceField: {
        "required": _("Please choose at least one of these."),
        "invalid_choice": _("Please choose only from the options offered here."),
    },
    forms.FileField: {
        "required": _("Please choose a file."),
        "missing": _("Please choose a file."),
        "invalid": _("No file was sent. Please choose it again."),
        "empty": _("This file is empty. Please choose another one."),
    },
}
BOUNDS: Final[dict[type[validators.BaseValidator], Any]] = {
    validators.MinValueValidator: _("Please stay at or above %(limit_value)s."),
    validators.MaxValueValidator: _("Please stay at or below %(limit_value)s."),
    validators.MinLengthValidator: ngettext_lazy(
        "Please write at least %(limit_value)d character.",
        "Please write at least %(limit_value)d characters.",
        "limit_value",
    ),
    validators.MaxLengthValidator: ngettext_lazy(
        "Please shorten this to %(limit_value)d character: it has %(show_value)d.",
        "Please shorten this to %(limit_value)d characters: it has %(show_value)d.",
        "limit_value",
    ),
}


def speak_plainly() -> None:
    """Give Django's fields these words, in place of "This field is required" and its like. Once, as the app begins."""
    for field, words in REFUSALS.items():
        own = {**field.__dict__.get("default_error_messages", {}), **words}
        field.default_error_messages = own
    for validator, words_of_it in BOUNDS.items():
        validator.message = words_of_it
