"""Serializers that refuse what they do not know, so that nobody sets a field by sending it, and guess at no number."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail


class Strict(serializers.Serializer[Any]):
    """The base of every request body. Where one of several names is wanted, the refusal says which there are."""

    def get_fields(self) -> dict[str, Any]:
        found = dict(super().get_fields())
        for one in found.values():
            if isinstance(one, serializers.ChoiceField):
                names = ", ".join(str(name) for name in one.choices)
                one.error_messages["invalid_choice"] = _("This has to be one of these: {names}.").format(names=names)
        return found

    def to_internal_value(self, data: Any) -> Any:
        unknown = self._unknown(data) if isinstance(data, Mapping) else {}
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if unknown and isinstance(error.detail, dict):
                raise serializers.ValidationError({**error.detail, **unknown}) from None
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return found

    def _unknown(self, data: Mapping[Any, Any]) -> dict[str, Any]:
        """What was sent that nobody knows."""
        names = sorted(set(data) - set(self.fields), key=str)[:20]
        detail = ErrorDetail(_("There is no such field."), code="field_unknown")
        return {str(name)[:80]: [detail] for name in names}


class WholeNumberField(serializers.IntegerField):
    """A number as JSON writes a whole one: no text, no fraction that happens to be whole (1e3, 7.0), no true."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))
